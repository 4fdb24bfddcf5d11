// @ts-check
// What a person has picked: a place in a text, and the entry and finding it belongs to. Whoever shows one of these tells
// of a press with `pick`, and follows the picks of the others.

/**
 * @typedef {object} Picked
 * @property {number} input position among the inputs inspected
 * @property {number} line from 1
 * @property {number} column from 1, in UTF-16 units
 * @property {number} endColumn
 * @property {number} [history] its id in the report
 * @property {number} [entry]
 * @property {string} [rule] of the finding that was picked, where one was
 * @property {string} [from] who told, so that it need not follow itself: text, report, timeline, key
 */

const target = new EventTarget();

/** @type {Picked | undefined} */
let picked;

/** What is picked now. */
export const current = () => picked;

/** @param {Picked | undefined} now nothing, to let go of what was picked */
export function pick(now) {
  picked = now;
  target.dispatchEvent(new Event('pick'));
}

/** @param {(picked: Picked | undefined) => void} follow */
export function onPick(follow) {
  target.addEventListener('pick', () => follow(picked));
}

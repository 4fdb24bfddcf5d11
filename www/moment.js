// @ts-check
// Which entry of a history a time belongs to, and how it is marked on the page.

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */
/** @typedef {import("./pkg/clusterversion_history.js").EntryReport} EntryReport */

/**
 * The entry that was at work at a time, or else the nearest to it, of all histories of a report.
 * @param {Report} report
 * @param {string} at RFC 3339
 * @returns {{history: number, entry: number} | undefined}
 */
export function entryAt(report, at) {
  const time = Date.parse(at);
  /** @type {{history: number, entry: number} | undefined} */
  let best;
  let distance = Infinity;
  for (const { id, entries } of report.histories) {
    // Newest first: of entries that touch, the one that begins then is taken, as of histories the first.
    for (const entry of entries) {
      const own = distanceTo(entry, time);
      if (own >= distance) continue;
      best = { history: id, entry: entry.index };
      distance = own;
    }
  }
  return best;
}

/**
 * @param {EntryReport} entry
 * @param {number} time
 */
function distanceTo({ startedTime, completionTime }, time) {
  const ends = [startedTime, completionTime].flatMap((end) => (end === null ? [] : [Date.parse(end)]));
  if (ends.length === 0) return Infinity;
  const [from, until] = [Math.min(...ends), completionTime === null ? Infinity : Math.max(...ends)];
  return time < from ? from - time : time > until ? time - until : 0;
}

/**
 * Marks the entry in what is mounted, in its timeline and its table.
 * @param {Element} result
 * @param {{history: number, entry: number}} found
 * @returns {Element | undefined} what to bring into view
 */
export function mark(result, { history, entry }) {
  const section = result.querySelector(`[data-history="${history}"]`);
  section?.querySelector(`tr[data-index="${entry}"]`)?.setAttribute('aria-current', 'true');
  for (const bar of section?.querySelectorAll(`svg g.entry[data-entry="${entry}"]`) ?? []) bar.classList.add('current');
  return section?.querySelector('.timeline') ?? section ?? undefined;
}

// @ts-check
// Times as the API writes them, in UTC, or as a clock on the reader's wall shows them.

import { localName, zoneNow } from './preferences.js';

const HOUR = 3_600_000;

const parts = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  hourCycle: 'h23', timeZoneName: 'longOffset',
});

/** @param {number} time in milliseconds */
function wall(time) {
  return Object.fromEntries(parts.formatToParts(time).map(({ type, value }) => [type, value]));
}

/** What the wall clock is ahead of UTC, in seconds. @param {number} time in milliseconds */
export function ahead(time) {
  const { year, month, day, hour, minute, second } = wall(time);
  const shown = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return Math.round((shown - Math.floor(time / 1000) * 1000) / 1000);
}

/**
 * How the reader's zone is ahead of UTC between two times, with every change of it.
 * @param {string} from RFC 3339
 * @param {string} until RFC 3339
 * @returns {{name: string, offsets: {from: string, seconds: number}[]} | undefined} nothing where times are shown in UTC
 */
export function offsets(from, until) {
  if (zoneNow() === 'UTC') return undefined;
  const [start, end] = [Date.parse(from), Date.parse(until)];
  if (Number.isNaN(start) || Number.isNaN(end)) return undefined;
  const at = (/** @type {number} */ time) => ({ from: new Date(time).toISOString().replace('.000Z', 'Z'), seconds: ahead(time) });
  const found = [at(start)];
  // Zones change at most a few times a year: steps of four weeks miss none that lasts.
  const step = 28 * 24 * HOUR;
  for (let low = start; low < end && found.length < 1000; low += step) {
    let [before, after] = [low, Math.min(low + step, end)];
    if (ahead(before) === ahead(after)) continue;
    const old = ahead(before);
    while (after - before > 1000) {
      const middle = before + Math.floor((after - before) / 2000) * 1000;
      if (ahead(middle) === old) before = middle;
      else after = middle;
    }
    found.push(at(after));
  }
  return { name: localName, offsets: found };
}

/**
 * A time as a person wants to read it; what is no time stays as it is.
 * @param {string} iso RFC 3339, in UTC
 */
export function writeTime(iso) {
  const time = Date.parse(iso);
  if (zoneNow() === 'UTC' || Number.isNaN(time)) return iso;
  const { year, month, day, hour, minute, second, timeZoneName = '' } = wall(time);
  const offset = timeZoneName.replace('GMT', '') || '+00:00';
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}

/** A text whose instants, as the report writes them, are as they are wanted now. @param {string} text */
export const inZone = (text) => text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\b/g, writeTime);

/** @type {WeakMap<Element, string>} what an element said before its first change */
const recorded = new WeakMap();

/** Writes every time inside of an element as it is wanted now. @param {Element} within */
export function writeTimes(within) {
  for (const element of within.querySelectorAll('time[datetime]')) {
    const own = recorded.get(element) ?? element.textContent ?? '';
    recorded.set(element, own);
    element.textContent = zoneNow() === 'UTC' ? own : writeTime(element.getAttribute('datetime') ?? own);
  }
  for (const element of within.querySelectorAll('caption')) {
    const own = recorded.get(element) ?? element.textContent ?? '';
    recorded.set(element, own);
    element.textContent = zoneNow() === 'UTC' ? own : own.replace('times in UTC', `times in ${localName}`);
  }
}

// @ts-check
// A timeline that is only looked at, in the zone that is wanted.

import { Timeline } from './pkg/clusterversion_history.js';
import { offsets } from './zone.js';

/** @typedef {import("./pkg/clusterversion_history.js").Report} Report */

/**
 * Draws a timeline that was mounted anew where its times are not wanted in UTC.
 * @param {Element} figure
 * @param {Report} report
 * @param {Report['histories'][number]} history
 * @param {number} width in CSS pixels
 */
export function drawInZone(figure, report, history, width) {
  const times = history.entries.flatMap((entry) => [entry.startedTime, entry.completionTime]).filter((time) => time !== null).sort();
  const zone = offsets(times[0] ?? '', times.at(-1) ?? '');
  if (zone === undefined) return;
  const timeline = new Timeline(report, history.id);
  const drawn = new DOMParser().parseFromString(timeline.draw({ width, zoom: 1, offset: 0, zone }), 'image/svg+xml').documentElement;
  timeline.free();
  if (drawn.localName === 'svg') figure.replaceChildren(document.adoptNode(drawn));
}

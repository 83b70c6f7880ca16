import { Lane, lanesOf, endOf } from './lanes';
import { printableLine } from './printable';
import { Drawing } from './text';
import { eventText } from './words';
import { seconds, spanText } from '../values/durations';

const LEFT = 160;
const WIDTH = 640;
const ROW = 36;
const TOP = 44;
const FILLS = { runs: '#9ecae1', hook: '#fdae6b', stops: '#bdbdbd' };
const MARKS: { readonly [kind: string]: string } = {
  SIGTERM: '#08519c', SIGKILL: '#a50f15', EXITED: '#252525', HOOK_FAILED: '#d94801', HOOK_ABANDONED: '#d94801',
  HEALTH_CHECKS_FAIL: '#54278f', RESTARTED: '#006d2c',
};

/** A picture that needs nothing else: lanes, marks with their times, the verdict; readable without seeing it. */
export function drawSvg({ title, containers, events, conclusions }: Drawing): string {
  const end = Math.max(1, endOf(events));
  const lanes = lanesOf(events, containers);
  const axis = TOP + lanes.length * ROW;
  const height = axis + 30 + conclusions.length * 18;
  const description = events.map((event) => `${spanText(event.earliestMillis, event.latestMillis)} ${event.container ?? 'pod'} ${eventText(event)}.`).join(' ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" viewBox="0 0 ${LEFT + WIDTH + 20} ${height}"`
      + ' font-family="sans-serif" font-size="13">',
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="description">${escaped([description, ...conclusions].join(' '))}</desc>`,
    `<rect width="100%" height="100%" fill="#ffffff"/><text x="12" y="24" font-size="15" fill="#111111">${escaped(title)}</text>`,
    ...lanes.map((lane, index) => laneSvg(lane, TOP + index * ROW, end)),
    ...ticks(end).map((millis) => tick(millis, end, axis)),
    ...conclusions.map((line, index) =>
      `<text x="12" y="${axis + 40 + index * 18}" fill="#111111">${escaped(line)}</text>`),
    '</svg>', '',
  ].join('\n');
}

function x(millis: number, end: number): number {
  return Math.round(LEFT + Math.max(0, millis) / end * WIDTH);
}

function laneSvg({ container, parts, marks }: Lane, y: number, end: number): string {
  return [
    `<text x="12" y="${y + 18}" fill="#111111">${escaped(container)}</text>`,
    ...parts.map(({ state, fromMillis, toMillis }) => `<rect x="${x(fromMillis, end)}" y="${y + 4}" height="20" `
      + `width="${Math.max(1, x(toMillis, end) - x(fromMillis, end))}" fill="${FILLS[state]}"><title>${state}</title></rect>`),
    ...marks.map((event) => `<line x1="${x(event.typicalMillis, end)}" x2="${x(event.typicalMillis, end)}" y1="${y}" y2="${y + 28}" `
      + `stroke="${MARKS[event.kind]}" stroke-width="2"><title>${escaped(`${spanText(event.earliestMillis, event.latestMillis)}: ${eventText(event)}`)}</title></line>`),
  ].join('\n');
}

/** At most ten, at round numbers of seconds. */
function ticks(end: number): number[] {
  const step = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 3600].find((size) => end / 1000 / size <= 10) ?? end / 10_000;
  return Array.from({ length: Math.floor(end / 1000 / step) + 1 }, (_, index) => index * step * 1000);
}

function tick(millis: number, end: number, y: number): string {
  return `<line x1="${x(millis, end)}" x2="${x(millis, end)}" y1="${TOP}" y2="${y}" stroke="#cccccc" stroke-width="0.5"/>`
    + `<text x="${x(millis, end)}" y="${y + 16}" text-anchor="middle" fill="#444444">${Number(seconds(millis))} s</text>`;
}

/** Characters that XML does not have, not even escaped: halves of others, and two that Unicode gives to nobody. */
const NOT_IN_XML = /\p{Surrogate}|[\ufffe\uffff]/gu;

/** Names come from a stranger's YAML. */
function escaped(text: string): string {
  return printableLine(text).replace(NOT_IN_XML, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

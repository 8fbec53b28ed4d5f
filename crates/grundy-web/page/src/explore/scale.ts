/**
 * The colours of the library's pictures: numbers from dark blue over grey to yellow, each lighter than the one
 * before, so that grey says the same. White is kept for lost positions among numbers. Few numbers have separate colours
 * instead, which nearly everyone can tell apart (Okabe and Ito).
 */

import type { Show } from "./table";

type Color = readonly [number, number, number];

/** Colours at equal distances; a test compares them with the library's. */
const STOPS: readonly Color[] = [
  [10, 18, 62],
  [22, 44, 104],
  [48, 70, 116],
  [78, 95, 120],
  [106, 118, 124],
  [135, 141, 121],
  [165, 166, 112],
  [196, 190, 96],
  [226, 212, 78],
];
/** The colours of 0 to 7 where there are no others. */
const SEPARATE: readonly Color[] = [
  [20, 20, 20],
  [0, 114, 178],
  [230, 159, 0],
  [0, 158, 115],
  [204, 121, 167],
  [86, 180, 233],
  [213, 94, 0],
  [240, 228, 66],
];
const WON: Color = [236, 236, 228];
const LOST: Color = [16, 24, 48];
const DRAWN: Color = [214, 134, 42];
const LOST_AMONG_NUMBERS: Color = [255, 255, 255];

/** Are numbers up to `greatest` so few that each has its own colour? */
export function isFew(greatest: number): boolean {
  return greatest < SEPARATE.length;
}

/** The colour of `number` among 0 to `greatest`. */
function color(number: number, greatest: number): Color {
  if (isFew(greatest)) return SEPARATE[Math.min(number, greatest)]!;
  const parts = Math.max(greatest, 1);
  const place = Math.min(number, greatest) * (STOPS.length - 1);
  const stop = Math.min(Math.floor(place / parts), STOPS.length - 1);
  const [from, to] = [STOPS[stop]!, STOPS[Math.min(stop + 1, STOPS.length - 1)]!];
  const rest = place % parts;
  const mix = (channel: 0 | 1 | 2) => Math.floor((from[channel] * (parts - rest) + to[channel] * rest) / parts);
  return [mix(0), mix(1), mix(2)];
}

/** Is a cell of this content a lost position? */
export function isLost(show: Show, misere: boolean, content: number): boolean {
  if (show === "remoteness") return (content % 2 === 1) === misere;
  return content === 0;
}

/** Is it a draw? */
export function isDrawn(show: Show, content: number): boolean {
  return show === "outcome" && content === 2;
}

/** The colour of a cell, as CSS has it. */
export function css(show: Show, misere: boolean, content: number, greatest: number): string {
  const [red, green, blue] = colorOf(show, misere, content, greatest);
  return `rgb(${red} ${green} ${blue})`;
}

function colorOf(show: Show, misere: boolean, content: number, greatest: number): Color {
  if (show === "outcome") return [LOST, WON, DRAWN][content] ?? WON;
  return isLost(show, misere, content) ? LOST_AMONG_NUMBERS : color(content, greatest);
}

const word = new Uint32Array(1);
const bytes = new Uint8ClampedArray(word.buffer);

/** A pixel in the order of bytes that image data has on this machine. */
export function pixel(show: Show, misere: boolean, content: number, greatest: number): number {
  [bytes[0], bytes[1], bytes[2]] = colorOf(show, misere, content, greatest);
  bytes[3] = 255;
  return word[0]!;
}

/** The pixel of each content from 0 to `greatest`. */
export function pixels(show: Show, misere: boolean, greatest: number): Uint32Array {
  const table = new Uint32Array(Math.max(greatest, 2) + 1);
  for (let content = 0; content < table.length; content += 1) {
    table[content] = pixel(show, misere, content, greatest);
  }
  return table;
}

/** Is a colour of numbers so light that dark ink is read better on it? */
export function isLight(show: Show, misere: boolean, content: number, greatest: number): boolean {
  const [red, green, blue] = colorOf(show, misere, content, greatest);
  return 2126 * red + 7152 * green + 722 * blue > 10_000 * 120;
}

/** A picture as it is taken away: with its title above, and what is known of the game below. */

import { svg } from "../dom";

const FONT = "system-ui, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";
const EDGE = 14;
const HEAD = 40;
const LINE = 19;

/** What is written around a picture. */
export interface Framing {
  readonly title: string;
  readonly lines: readonly string[];
  readonly paper: string;
  readonly ink: string;
}

/** A whole picture and its size. */
export interface Framed {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** Puts `picture` of a size into its frame. */
export function framed(picture: SVGElement, width: number, height: number, { title, lines, paper, ink }: Framing): Framed {
  const wrapped = lines.flatMap((line) => cut(line, Math.floor((width - 2 * EDGE) / 7)));
  const whole = HEAD + height + (wrapped.length ? wrapped.length * LINE + EDGE : 0);
  picture.setAttribute("y", String(HEAD));
  const text = (y: number, content: string, more = {}) => svg("text", { x: EDGE, y, fill: ink, ...more }, content);
  const outer = svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${width} ${whole}`,
      width,
      height: whole,
      role: "img",
      "font-family": FONT,
      "font-size": 13,
    },
    svg("title", {}, title),
    svg("rect", { width, height: whole, fill: paper }),
    text(26, title, { "font-size": 18, "font-weight": 600 }),
    picture,
    wrapped.map((line, at) => text(HEAD + height + LINE * (at + 0.8), line)),
  );
  return { text: new XMLSerializer().serializeToString(outer), width, height: whole };
}

/** A line in pieces of at most so many columns; a Chinese character has two. */
export function cut(line: string, most: number): string[] {
  const out: string[] = [];
  let piece = "";
  let columns = 0;
  // Between words and between Chinese characters.
  for (const word of line.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/gu) ?? []) {
    const wide = [...word].reduce((sum, character) => sum + (/[\u2e80-\uffef]/u.test(character) ? 2 : 1), 0);
    if (columns > 0 && columns + wide > most) {
      out.push(piece.trimEnd());
      [piece, columns] = ["", 0];
    }
    piece += word;
    columns += wide;
  }
  if (piece.trim()) out.push(piece.trimEnd());
  return out;
}

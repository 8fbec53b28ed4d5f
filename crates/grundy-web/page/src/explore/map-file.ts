/** The part of a map that is seen, as a picture of its own: cells, marks, numbers, axes and a legend, in the colours of the screen. */

import { svg } from "../dom";
import { step } from "./brush";
import type { Cell } from "./camera";
import { css, isDrawn, isFew, isLight, isLost } from "./scale";
import type { Show } from "./table";

/** What is drawn. */
export interface MapFile {
  readonly from: Cell;
  readonly rows: number;
  readonly columns: number;
  readonly show: Show;
  readonly misere: boolean;
  readonly greatest: number;
  /** What stands in a cell; null where that is not known. */
  content(cell: Cell): number | null;
}

/** The words of it. */
export interface MapFileWords {
  readonly row: string;
  readonly column: string;
  /** What is lost, won, drawn, and what numbers are. */
  readonly lost: string;
  readonly won: string;
  readonly drawn: string;
  readonly number: string;
}

const LEFT = 62;
const TOP = 44;
const LEGEND = 44;
const RIGHT = 14;
/** The picture is about so wide. */
const WIDE = 760;
const LARGEST = 40;
/** Cells of so many pixels have marks, and of so many their numbers too. */
const MARKED = 7;
const NUMBERED = 24;
/** More cells than this are one image. */
const MOST_BOXES = 20_000;
const INK = "#1c2430";

/** The picture, its width and its height. */
export function mapFile(file: MapFile, words: MapFileWords): { picture: SVGElement; width: number; height: number } {
  const { rows, columns, from } = file;
  const size = Math.min(Math.max(Math.floor(WIDE / Math.max(rows, columns)), 1), LARGEST);
  const [width, height] = [Math.max(LEFT + size * columns + RIGHT, 460), TOP + size * rows + LEGEND];
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "font-size": 12, fill: INK });
  const text = (x: number, y: number, anchor: string, content: string, more = {}) => svg("text", { x, y, "text-anchor": anchor, ...more }, content);
  picture.append(rows * columns <= MOST_BOXES ? boxes(file, size) : image(file, size));
  if (size >= MARKED) picture.append(marks(file, size));
  picture.append(svg("rect", { x: LEFT, y: TOP, width: size * columns, height: size * rows, fill: "none", stroke: INK }));
  const across = step(48 / size);
  for (let at = Math.ceil(from.column / across) * across; at < from.column + columns; at += across) {
    const x = LEFT + (at - from.column + 0.5) * size;
    picture.append(svg("path", { d: `M${x} ${TOP}v-5`, stroke: INK }), text(x, TOP - 9, "middle", String(at)));
  }
  const down = step(26 / size);
  for (let at = Math.ceil(from.row / down) * down; at < from.row + rows; at += down) {
    const y = TOP + (at - from.row + 0.5) * size;
    picture.append(svg("path", { d: `M${LEFT} ${y}h-5`, stroke: INK }), text(LEFT - 9, y + 4, "end", String(at)));
  }
  picture.append(
    text(LEFT + size * columns, 14, "end", `${words.column} →`, { "font-weight": 600 }),
    text(0, 0, "end", `← ${words.row}`, { "font-weight": 600, transform: `translate(16 ${TOP}) rotate(-90)` }),
    legend(file, words, TOP + size * rows + 18),
  );
  return { picture, width, height };
}

/** Runs of one colour in a row are one box. */
function boxes({ from, rows, columns, show, misere, greatest, content }: MapFile, size: number): SVGElement {
  const group = svg("g", { "shape-rendering": "crispEdges" });
  for (let row = 0; row < rows; row += 1) {
    let start = 0;
    let color: string | null = null;
    const put = (end: number) => {
      if (color !== null) group.append(svg("rect", { x: LEFT + start * size, y: TOP + row * size, width: (end - start) * size, height: size, fill: color }));
    };
    for (let column = 0; column < columns; column += 1) {
      const cell = content({ row: from.row + row, column: from.column + column });
      const next = cell === null ? null : css(show, misere, cell, greatest);
      if (next === color) continue;
      put(column);
      [start, color] = [column, next];
    }
    put(columns);
  }
  return group;
}

function image({ from, rows, columns, show, misere, greatest, content }: MapFile, size: number): SVGElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [columns, rows];
  const ctx = canvas.getContext("2d");
  for (let row = 0; ctx && row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const cell = content({ row: from.row + row, column: from.column + column });
      if (cell === null) continue;
      ctx.fillStyle = css(show, misere, cell, greatest);
      ctx.fillRect(column, row, 1, 1);
    }
  }
  return svg("image", {
    x: LEFT,
    y: TOP,
    width: columns * size,
    height: rows * size,
    href: canvas.toDataURL(),
    preserveAspectRatio: "none",
    "image-rendering": "pixelated",
  });
}

/** A disc on lost positions, a bar on draws, numbers where there is room. */
function marks({ from, rows, columns, show, misere, greatest, content }: MapFile, size: number): SVGElement {
  const group = svg("g", { "text-anchor": "middle", "font-size": Math.min(size * 0.42, 16) });
  const numbers = show !== "outcome" && size >= NUMBERED;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const cell = content({ row: from.row + row, column: from.column + column });
      if (cell === null) continue;
      const [x, y] = [LEFT + (column + 0.5) * size, TOP + (row + 0.5) * size];
      const ink = isLight(show, misere, cell, greatest) ? "#000" : "#fff";
      if (isDrawn(show, cell)) group.append(svg("rect", { x: x - size * 0.3, y: y - size * 0.08, width: size * 0.6, height: size * 0.16, fill: ink }));
      else if (isLost(show, misere, cell)) {
        const hollow = numbers ? { fill: "none", stroke: ink, "stroke-width": 1.5 } : { fill: ink };
        group.append(svg("circle", { cx: x, cy: y, r: size * (numbers ? 0.4 : 0.26), ...hollow }));
      }
      if (numbers) group.append(svg("text", { x, y: y + size * 0.15, fill: ink }, String(cell)));
    }
  }
  return group;
}

function legend({ show, misere, greatest }: MapFile, words: MapFileWords, y: number): SVGElement {
  const group = svg("g", {});
  let x = LEFT;
  const add = (content: number, label: string, wide: number) => {
    group.append(
      svg("rect", { x, y, width: 14, height: 14, fill: css(show, misere, content, greatest), stroke: "#777" }),
      svg("text", { x: x + 20, y: y + 12 }, label),
    );
    x += wide;
  };
  const wide = (label: string) => 34 + [...label].reduce((sum, character) => sum + (character > "\u2e80" ? 13 : 7), 0);
  if (show === "outcome") {
    for (const [content, label] of [[0, words.lost], [1, words.won], ...(greatest === 2 ? [[2, words.drawn] as const] : [])] as const) add(content, label, wide(label));
    return group;
  }
  add(show === "remoteness" && misere ? 1 : 0, words.lost, wide(words.lost));
  if (isFew(greatest)) {
    for (let number = 0; number <= greatest; number += 1) if (!isLost(show, misere, number)) add(number, String(number), 42);
    return group;
  }
  group.append(svg("text", { x, y: y + 12 }, `${words.number} 0`));
  x += wide(words.number) - 16;
  for (let at = 0; at < 40; at += 1) {
    group.append(svg("rect", { x: x + 3 * at, y, width: 3.2, height: 14, fill: css("value", false, Math.max(Math.round((greatest * at) / 39), 1), greatest) }));
  }
  group.append(svg("text", { x: x + 126, y: y + 12 }, String(greatest)));
  return group;
}

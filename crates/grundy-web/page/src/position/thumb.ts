/** Small pictures of games for the catalogue, and the group that each belongs to. */

import { svg } from "../dom";
import type { Game } from "../games";

/** The groups, in the order in which they are shown. */
export const GROUPS = ["take", "split", "board", "coins"] as const;
export type Group = (typeof GROUPS)[number];

const OF: Readonly<Record<string, Group>> = {
  lasker: "split", grundy: "split", kayles: "split", dawson: "split", dawsonkayles: "split", matches: "split",
  staircase: "board", nimble: "board", chomp: "board", silverdollar: "board", hackenbush: "board", race: "board",
  geography: "board", cram: "board", nodekayles: "board", arckayles: "board",
  turtles: "coins", mockturtles: "coins", twins: "coins", ruler: "coins", corners: "coins", rugs: "coins", tartan: "coins",
};

/** What is not known to belong elsewhere is taken from heaps. */
export function groupOf({ name }: Game): Group {
  return OF[name] ?? "take";
}

const WIDTH = 66;
const HEIGHT = 44;

/** A picture of the game's beginning, as far as it fits. */
export function thumb(game: Game): SVGElement {
  const picture = svg("svg", { class: "thumb", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true" });
  const circle = (x: number, y: number, r: number, kind = "stone-of") => svg("circle", { cx: x, cy: y, r, class: kind });
  const box = (x: number, y: number, width: number, height: number, kind = "box-of") => svg("rect", { x, y, width, height, rx: 2, class: kind });
  const line = (d: string, kind = "line-of") => svg("path", { d, class: kind });
  const group = groupOf(game);
  if (group === "coins") {
    [10, 25, 40, 55].forEach((x, index) => picture.append(circle(x, 22, 7, index % 2 ? "coin-of" : "stone-of")));
    return picture;
  }
  switch (game.name) {
    case "chomp":
      for (let row = 0; row < 3; row += 1) for (let column = 0; column < 4; column += 1) picture.append(box(9 + 12 * column, 4 + 12 * row, 11, 11, "brown-of"));
      return picture;
    case "staircase":
      [0, 1, 2, 3].forEach((step) => picture.append(box(6 + 14 * step, 36 - 8 * step, 14, 8 + 8 * step)));
      picture.append(circle(27, 22, 5), circle(55, 6, 5));
      return picture;
    case "hackenbush":
      picture.append(line("M6 40H60", "ground-of"), line("M22 40V24L12 10M22 24L32 10M48 40V20"));
      return picture;
    case "cram":
      for (let row = 0; row < 3; row += 1) for (let column = 0; column < 4; column += 1) picture.append(box(9 + 12 * column, 4 + 12 * row, 11, 11));
      picture.append(box(21, 4, 23, 11, "brown-of"), box(45, 16, 11, 23, "brown-of"));
      return picture;
    case "geography":
    case "nodekayles":
    case "arckayles":
      picture.append(line("M10 32L26 10L42 32L58 12M10 32H42"));
      [[10, 32], [26, 10], [42, 32], [58, 12]].forEach(([x, y], at) => picture.append(circle(x!, y!, 5, at === 1 && game.name === "geography" ? "coin-of" : "stone-of")));
      return picture;
    case "nimble":
    case "silverdollar":
    case "race":
      [0, 1, 2, 3, 4].forEach((place) => picture.append(box(3 + 12 * place, 16, 12, 14)));
      picture.append(circle(21, 23, 4), circle(57, 23, 4));
      return picture;
    default: {
      const heaps = game.heaps.slice(0, 3).map((heap) => Math.min(Number(heap) || 0, 6));
      heaps.forEach((heap, row) => {
        for (let stone = 0; stone < heap; stone += 1) {
          // What splits is shown split.
          const gap = group === "split" && stone >= heap / 2 ? 5 : 0;
          picture.append(circle(7 + 10 * stone + gap, HEIGHT / 2 + 13 * (row - (heaps.length - 1) / 2), 4.5));
        }
      });
      return picture;
    }
  }
}

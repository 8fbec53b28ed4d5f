/** A race to a number: the track with its squares, of which those that a move reaches can be tapped. */

import { h } from "../../dom";
import { short } from "../../long";
import type { BoardShown } from "./shown";

/** Longer tracks are told as numbers. */
const MOST_TRACK = 120;

export function race(it: BoardShown): HTMLElement {
  const { component, t } = it;
  const total = component.heaps.map((heap) => short(t, String(heap))).join(" ");
  const target = /^race\((\d+),/.exec(component.game)?.[1];
  const words = target === undefined ? total : t("play.race", { total, target: short(t, target) });
  const end = Number(target);
  const [heap] = component.heaps;
  const here = Number(heap);
  const line = h("p", { class: "total" }, words);
  if (!(end <= MOST_TRACK) || component.heaps.length !== 1 || !(here <= end)) return h("div", { class: "race" }, line);
  const squares = Array.from({ length: end + 1 }, (_, square) => {
    const fitting = it.moves.filter((move) => Number(move.to?.[0]) === square);
    const kind = [
      square === here && "here",
      square < here && "past",
      square === end && "goal",
      fitting.length > 0 && it.open && "aim",
      it.marks[0] === square && "taken",
      Number(it.hint?.to?.[0]) === square && "hinted",
    ];
    return h(
      "button",
      {
        type: "button",
        class: ["track", ...kind].filter(Boolean).join(" "),
        "data-key": `${it.key}:${square}`,
        "aria-label": t("play.track", { number: square }),
        "aria-current": square === here ? "true" : null,
        disabled: !it.open || fitting.length === 0,
        onclick: () => it.mark([square], fitting),
      },
      String(square),
    );
  });
  return h("div", { class: "race" }, h("div", { class: "tracks", role: "group", "aria-label": t("play.race-track") }, squares), line);
}

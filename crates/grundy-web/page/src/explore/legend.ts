/** What the colours and marks of a map mean. */

import { h } from "../dom";
import type { Context } from "../view";
import { css, isFew, isLost } from "./scale";
import type { Show } from "./table";

/** Steps of the ramp. */
const STEPS = 24;

export function legend(ctx: Context, show: Show, misere: boolean, greatest: number, drawn: boolean): HTMLElement[] {
  const { t } = ctx;
  const lost = show === "remoteness" && misere ? 1 : 0;
  const swatch = (content: number, mark: string) => {
    const box = h("span", { class: `swatch ${mark}`, "aria-hidden": "true" });
    // Not as an attribute: the page's policy forbids those.
    box.style.backgroundColor = css(show, misere, content, greatest);
    return box;
  };
  const items = [h("span", { class: "item" }, swatch(lost, `lost-${show}`), t("explore.lost"))];
  if (show === "outcome") {
    items.push(h("span", { class: "item" }, swatch(1, "won"), t("explore.won")));
    if (drawn) items.push(h("span", { class: "item" }, swatch(2, "drawn"), t("explore.drawn")));
    return items;
  }
  if (isFew(greatest)) {
    for (let number = 0; number <= greatest; number += 1) {
      if (!isLost(show, misere, number)) items.push(h("span", { class: "item one" }, swatch(number, "won"), String(number)));
    }
    return items;
  }
  const ramp = h("span", { class: "ramp", "aria-hidden": "true" });
  const colors: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    // A number that is no lost position's: only its colour is meant.
    const place = Math.round((greatest * step) / (STEPS - 1));
    colors.push(css("value", false, Math.max(place, 1), Math.max(greatest, 1)));
  }
  ramp.style.background = `linear-gradient(to right, ${colors.join(", ")})`;
  items.push(h("span", { class: "item" }, t(`explore.${show}`), " ", h("span", { class: "range" }, "0 ", ramp, ` ${greatest}`)));
  return items;
}

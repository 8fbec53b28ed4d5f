/** Parts of drawings that act as buttons. */

import { svg } from "../../dom";

/** Makes a group of a drawing a button, by mouse, finger and keys. */
export function tappable(key: string, label: string, kind: string, open: boolean, tap: () => void, ...inside: SVGElement[]): SVGElement {
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    tap();
  };
  const on = open ? { tabindex: 0, onclick: tap, onkeydown: keys } : { "aria-disabled": "true" };
  return svg("g", { class: `tappable ${kind}`, role: "button", "data-key": key, "aria-label": label, ...on }, inside);
}

/** An answer on its way: what stands there is dimmed, and where it takes a while the page says so. */

import type { Translate } from "./i18n";

/** Marks `box` while an answer is on its way; the words stand over `place`, which is in it or is itself. */
export function busy(t: Translate, box: Element, place: HTMLElement): void {
  place.dataset["busy"] = t("shell.computing");
  box.setAttribute("aria-busy", "true");
}

/** The answer is there, or there will be none. */
export function idle(box: Element): void {
  box.removeAttribute("aria-busy");
}

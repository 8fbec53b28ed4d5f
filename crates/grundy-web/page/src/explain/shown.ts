/** An explanation on the page: the verdict, then each step in words, with a drawing where there is one. */

import { h } from "../dom";
import type { Context } from "../view";
import type { Explanation } from "./explanation";

/** The whole answer. */
export function shown(_ctx: Context, explanation: Explanation): HTMLElement {
  return h(
    "ol",
    { class: "steps" },
    explanation.steps.map((step) => h("li", { "data-step": step.id }, h("p", {}, step.text))),
  );
}

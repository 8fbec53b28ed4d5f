/** Errors of the server under the text they are about. */

import { ApiError, isAbort } from "../api";
import { type Child, h } from "../dom";
import type { TextKey } from "../i18n";
import type { Context } from "../view";

/** Limits that the library tells with the options of its commands, of which the page has none. */
const LIMITS: Readonly<Record<string, TextKey>> = {
  "time-limit": "limit.time",
  "memory-limit": "limit.memory",
  "search-hopeless": "limit.memory",
  "values-too-many": "limit.memory",
  "answers-too-long": "limit.answers",
};

/**
 * The error as an element, with the `text` at fault and a mark under the characters it means; `correct` is
 * called with the corrected text where the server has a suggestion. Nothing for a request that was given up.
 */
export function fault(
  ctx: Context,
  error: unknown,
  text = "",
  correct?: (text: string) => void,
): HTMLElement | null {
  if (isAbort(error)) return null;
  if (!(error instanceof ApiError)) throw error;
  const limit = LIMITS[error.code];
  const box = h("div", { class: "fault", role: "alert" }, h("p", {}, limit ? ctx.t(limit) : worded(error.message)));
  // Spans count characters; strings of the browser count something else.
  const characters = Array.from(text);
  if (error.span && text) {
    const [from, to] = error.span;
    const cut = (a: number, b?: number) => characters.slice(a, b).join("");
    const marked = cut(from, Math.max(to, from + 1)) || "\u00a0";
    box.prepend(
      h("pre", { class: "at-fault" }, cut(0, from), h("mark", {}, marked), cut(Math.max(to, from + 1))),
    );
    const { suggestion } = error;
    if (suggestion && correct) {
      // A word stands for the characters at fault; more than a word is the text as a whole.
      const corrected = /^[\p{L}\p{N}_]+$/u.test(suggestion) ? cut(0, from) + suggestion + cut(to) : suggestion;
      const take = () => correct(corrected);
      box.append(
        h("button", { class: "quiet", type: "button", onclick: take }, ctx.t("error.suggestion", { text: corrected })),
      );
    }
  }
  return box;
}

/** A message with what is between backticks as code, as it would be typed. */
function worded(message: string): Child {
  return message.split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));
}

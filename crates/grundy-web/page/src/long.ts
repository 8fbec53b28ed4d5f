/** Very long numbers in a sentence: their ends and their length, as the server tells them. */

import type { Translate } from "./i18n";

/** So many digits are shown in full, and so many of each end of longer ones; the same as in `text.rs` of the library. */
const MOST = 60;
const END = 20;

export function short(t: Translate, digits: string): string {
  if (digits.length <= MOST) return digits;
  const count = digits.replace(/^-/, "").length;
  return t("number.digits", { head: digits.slice(0, END), tail: digits.slice(-END), count });
}

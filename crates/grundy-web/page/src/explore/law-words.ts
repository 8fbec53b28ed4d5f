/**
 * Laws in the language of the page: the API writes them for programs, with words in English.
 *
 * The English text of a key is the pattern, the text of the language is what it becomes; blanks are numbers.
 */

import { en } from "../texts/en";
import type { TextKey, Translate } from "../i18n";

/** Blanks stand for whole numbers, but for these. */
const BLANKS: Readonly<Record<string, string>> = {
  turn: String.raw`-?\d+(?: -?\d+)*`,
  limit: String.raw`[\dm +-]+`,
  terms: String.raw`-?\d+(?:, -?\d+)*`,
};

/** Here `or` is a sign for digits, which a note after the law explains. */
const BITS = /(z\(\(\w+ - 1\)(?: or \(\w+ - 1\))*\))/;

/** What may stand in a law; where one contains another, it comes first. */
const KEYS = (Object.keys(en) as TextKey[]).filter((key) => key.startsWith("law."));

/** A law with its words in the language of `t`. */
export function lawWords(t: Translate, law: string): string {
  return law.split(BITS).map((part, at) => (at % 2 === 0 ? translated(t, part) : part)).join("");
}

function translated(t: Translate, law: string): string {
  return KEYS.reduce((text, key) => text.replace(pattern(en[key]), (...found) => t(key, blanks(found))), law);
}

/** What stands in the blanks: the last that a match tells, where it has any. */
function blanks(found: readonly unknown[]): Record<string, string> {
  const last = found.at(-1);
  return typeof last === "object" ? (last as Record<string, string>) : {};
}

function pattern(english: string): RegExp {
  const parts = english.split(/\{(\w+)\}/);
  const seen = new Set<string>();
  const source = parts.map((part, at) => {
    if (at % 2 === 0) return part.replace(/[$()*+.?[\\\]^|]/g, String.raw`\$&`);
    if (seen.has(part)) return String.raw`\k<${part}>`;
    seen.add(part);
    return `(?<${part}>${BLANKS[part] ?? String.raw`-?\d+`})`;
  });
  return new RegExp(source.join(""), "g");
}

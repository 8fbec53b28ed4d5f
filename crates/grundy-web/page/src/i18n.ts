/** The page's own texts. What is said about games comes from the server, in the same language. */

import { en } from "./texts/en";
import { zh } from "./texts/zh";

export type Lang = "en" | "zh";
export type TextKey = keyof typeof en;
export type Blanks = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, blanks?: Blanks) => string;

const TEXTS: Record<Lang, Record<TextKey, string>> = { en, zh };

/** The language of an address or, where it names none, the one the reader prefers. */
export function language(asked: string | undefined): Lang {
  const tag = asked || navigator.language || "en";
  return tag.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** The tag of a language for `lang` attributes. */
export function tag(lang: Lang): string {
  return lang === "zh" ? "zh-Hans" : "en";
}

/** Texts with blanks `{name}` filled; `{count:stone|stones}` chooses by the number in `count`. */
export function translator(lang: Lang): Translate {
  return (key, blanks = {}) =>
    TEXTS[lang][key].replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
      const value = String(blanks[name] ?? "");
      if (one === undefined) return value;
      return value === "1" ? one : (many ?? "");
    });
}

/** Rules as words, numbers and signs, each with its place in the text. */

/** One of them; a number that can be changed knows where it stands. */
export interface Token {
  readonly text: string;
  readonly kind: "word" | "number" | "sign";
  /** The place in the text, in the units of its strings; null for what the catalogue has put there. */
  readonly at: readonly [number, number] | null;
}

const FORMS = /(?<blank>[\s\u3000]+)|(?<number>\d+)|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<sign>\.\.|[(),;+\-*/^，；（）、])/uy;
/** Signs that Chinese keyboards write. */
const WIDE: Readonly<Record<string, string>> = { "，": ",", "、": ",", "；": ";", "（": "(", "）": ")" };

/** The tokens of a text; null where it has others. */
export function tokens(text: string): Token[] | null {
  const found: Token[] = [];
  for (let from = 0; from < text.length; ) {
    FORMS.lastIndex = from;
    const match = FORMS.exec(text);
    if (!match?.groups) return null;
    const end = from + match[0].length;
    const kind = (["number", "word", "sign"] as const).find((one) => match.groups![one] !== undefined);
    const at = [from, end] as const;
    if (kind) found.push({ text: WIDE[match[0]] ?? (kind === "word" ? match[0].toLowerCase() : match[0]), kind, at });
    from = end;
  }
  return found;
}

/** Tokens between signs that part them, outside of brackets. */
export function parted(list: readonly Token[], sign: string): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of list) {
    depth += token.text === "(" ? 1 : token.text === ")" ? -1 : 0;
    if (depth === 0 && token.text === sign) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

/**
 * Rules of heaps as a sentence in the reader's language, with every number where it can be changed.
 *
 * The sentence follows the text as it is typed, word for word: what the notation allows is for the library to say, and a
 * text that is not of this form has no sentence.
 */

import type { Game } from "../games";
import type { Lang } from "../i18n";
import { moves } from "./codes";
import { type Token, parted, tokens } from "./tokens";
import { FAMILIES, SETS, VARIABLES, goal } from "./words";

/** A number in a sentence and its place in the text of the rules. */
export interface NumberPiece {
  readonly value: string;
  readonly at: readonly [number, number];
}

/** A sentence in pieces. */
export type Pieces = readonly (string | NumberPiece)[];

/** The sentence of a game, with who wins or without; null where it has none. */
export function sentence(game: string, known: readonly Game[], lang: Lang, ends = true): Pieces | null {
  const all = decoded(game) ?? tokens(game);
  if (!all) return null;
  const misere = all[0]?.text === "misere" || all[0]?.text === "反常";
  const rules = replaced(misere ? all.slice(1) : all, known);
  if (!rules) return null;
  if (typeof rules === "string") return [rules];
  try {
    return new Writer(lang).whole(rules, misere, ends);
  } catch (error) {
    if (error instanceof Unsaid) return null;
    throw error;
  }
}

/** The moves of a code of digits; their numbers cannot be changed one by one. */
function decoded(game: string): readonly Token[] | null {
  const [, misere = "", code = ""] = /^\s*((?:misere|反常)\s+)?(.*?)\s*$/su.exec(game) ?? [];
  const rules = moves(code);
  return rules === null ? null : (tokens(misere + rules)?.map((token) => ({ ...token, at: null })) ?? null);
}

/** The rules of a named game with its arguments and settings; the sentence of the catalogue where it has none. */
function replaced(all: readonly Token[], known: readonly Game[]): readonly Token[] | string | null {
  const cut = all.findIndex(({ text }) => text === ";");
  const [head, settings] = cut < 0 ? [all, []] : [all.slice(0, cut), all.slice(cut)];
  const [name, open] = head;
  if (name?.kind !== "word") return null;
  const entry = known.find((one) => parameters(one).length > 0 === Boolean(open) && named(one, name.text));
  if (!entry) return all;
  if (!open && settings.length === 0) return entry.about;
  if (open && (open.text !== "(" || head.at(-1)?.text !== ")")) return null;
  const names = parameters(entry);
  const args = open ? parted(head.slice(2, -1), ",") : [];
  // The last one may be several amounts.
  if (args.length < names.length) return null;
  const given = names.map((_, at) => (at + 1 < names.length ? args[at]! : joined(args.slice(at))));
  const template = tokens(entry.rules);
  const rules = template?.flatMap((token) => {
    const at = names.indexOf(token.text);
    return at < 0 ? [{ ...token, at: null }] : given[at]!;
  });
  return rules ? [...rules, ...settings] : null;
}

function named(entry: Game, word: string): boolean {
  return entry.name === word || entry.aliases.includes(word);
}

/** The names of what stands in brackets behind a name: `race(target, A)` has two. */
function parameters({ signature }: Game): string[] {
  const inside = /\((.*)\)/.exec(signature)?.[1];
  return inside ? inside.split(",").map((name) => name.trim().toLowerCase()) : [];
}

function joined(parts: readonly (readonly Token[])[]): Token[] {
  return parts.flatMap((part, at) => (at > 0 ? [{ text: ",", kind: "sign" as const, at: null }, ...part] : part));
}

/** The rules are of another form. */
class Unsaid extends Error {}

type Piece = string | NumberPiece;

/** Walks over the tokens of one rule and writes it. */
class Writer {
  #list: readonly Token[] = [];
  #at = 0;
  /** Is it a race to a total? */
  #race = false;
  /** Do the stones count? */
  #most = false;
  readonly #variables = new Set<string>();

  constructor(private readonly lang: Lang) {}

  whole(all: readonly Token[], misere: boolean, ends: boolean): Pieces {
    const [moves, ...settings] = parted(all, ";");
    this.#race = settings.some((part) => part[0]?.text === "to");
    const ways = parted(moves ?? [], "or").map((way) => this.#within(way, () => this.#move()));
    const rest = settings.map((part) => this.#within(part, () => this.#setting()));
    const known = [...this.#variables].map((name) => VARIABLES[name]![this.lang === "zh" ? 1 : 0]);
    if (this.lang === "zh") {
      const said = ways.flatMap((way, at) => (at === 0 ? way : ["，或者", ...way]));
      const notes = known.length ? [`（${known.join("，")}）`] : [];
      return merged(["每次", ...said, ...notes, "。", ...rest.flatMap((one) => [...one, "。"]), goal("zh", misere, !ends || this.#race || this.#most)]);
    }
    const said = ways.flatMap((way, at) => (at === 0 ? way : [", or ", ...way]));
    const notes = known.length ? [` (${known.join(", ")})`] : [];
    const pieces = [...said, ...notes, ".", ...rest.flatMap((one) => [" ", ...capital(one), "."]), goal("en", misere, !ends || this.#race || this.#most)];
    return merged(capital(pieces));
  }

  /** What `write` makes of these tokens, all of them. */
  #within<T>(list: readonly Token[], write: () => T): T {
    const [outer, at] = [this.#list, this.#at];
    [this.#list, this.#at] = [list, 0];
    const written = write();
    if (this.#at < this.#list.length) throw new Unsaid();
    [this.#list, this.#at] = [outer, at];
    return written;
  }

  get #next(): string {
    return this.#list[this.#at]?.text ?? "";
  }

  #eat(...words: readonly string[]): boolean {
    const here = words.every((word, at) => this.#list[this.#at + at]?.text === word);
    if (here) this.#at += words.length;
    return here;
  }

  #need(...words: readonly string[]): void {
    if (!this.#eat(...words)) throw new Unsaid();
  }

  #say(en: readonly Piece[], zh: readonly Piece[]): Piece[] {
    return [...(this.lang === "zh" ? zh : en)];
  }

  #heaps(): void {
    if (!this.#eat("heap") && !this.#eat("heaps")) throw new Unsaid();
  }

  #move(): Piece[] {
    if (this.#eat("take")) return this.#take();
    if (this.#eat("split", "into")) {
      const { counts, like } = this.#parts();
      return this.#say(["split one heap into ", ...counts, ` ${like.en}heaps`], ["把一堆分成", like.zh, ...spaced(counts), "堆"]);
    }
    if (this.#eat("discard")) {
      const count = this.#expression();
      this.#heaps();
      this.#need("then");
      const then = this.#move();
      return this.#say(["remove ", ...count, ` ${one(count) ? "heap" : "heaps"}, then `, ...then], ["拿走", ...spaced(count), "堆，再", ...then]);
    }
    if (this.#eat("move")) {
      const stop = this.#find(["any", "steps", "down"]) ?? this.#find(["1", "step", "down"]);
      if (stop === null) throw new Unsaid();
      const amounts = this.#amounts(this.#list.slice(this.#at, stop));
      this.#at = stop;
      const far = this.#eat("any", "steps", "down");
      if (!far) this.#need("1", "step", "down");
      return far
        ? this.#say(["move ", ...amounts.en, " from a heap to any heap below it"], ["把", ...spaced(amounts.zh), "从一堆移到下面的任意一堆"])
        : this.#say(["move ", ...amounts.en, " from a heap to the one below it"], ["把", ...spaced(amounts.zh), "从一堆移到下面一堆"]);
    }
    if (this.#eat("multiply")) {
      const amounts = this.#amounts(this.#rest(), true);
      return this.#say(["multiply the total by ", ...amounts.en], ["把总数乘以", ...spaced(amounts.zh)]);
    }
    throw new Unsaid();
  }

  /** Where these words begin, from here on. */
  #find(words: readonly string[]): number | null {
    for (let at = this.#at; at < this.#list.length; at += 1) {
      if (words.every((word, shift) => this.#list[at + shift]?.text === word)) return at;
    }
    return null;
  }

  #rest(): readonly Token[] {
    const rest = this.#list.slice(this.#at);
    this.#at = this.#list.length;
    return rest;
  }

  #take(): Piece[] {
    const end = Math.min(this.#find(["from"]) ?? this.#list.length, this.#find(["leaving"]) ?? this.#list.length);
    const list = this.#list.slice(this.#at, end);
    const bare = this.#amounts(list, true);
    const amounts = this.#amounts(list);
    this.#at = end;
    if (this.#race) return this.#say(["add ", ...bare.en, " to the total"], ["给总数加上", ...spaced(bare.zh)]);
    const taken = this.#eat("from") ? this.#source(amounts) : this.#say(["take ", ...amounts.en, " from one heap"], ["从一堆中取", ...spaced(amounts.zh)]);
    if (!this.#eat("leaving")) return taken;
    const { counts, like } = this.#parts();
    return this.#say(
      [...taken, " and leave the rest as ", ...counts, ` ${like.en}${one(counts) ? "heap" : "heaps"}`],
      [...taken, "，其余", like.zh && `${like.zh}地`, "分成", ...spaced(counts), "堆"],
    );
  }

  #source(amounts: Both): Piece[] {
    const largest = this.#eat("max", "heap");
    if (largest || this.#eat("min", "heap")) {
      return this.#say(
        ["take ", ...amounts.en, largest ? " from the largest heap" : " from the smallest heap"],
        [largest ? "从最大的一堆中取" : "从最小的一堆中取", ...spaced(amounts.zh)],
      );
    }
    if (this.#eat("end", "heap")) {
      return this.#say(["take ", ...amounts.en, " from the first or the last heap"], ["从第一堆或最后一堆中取", ...spaced(amounts.zh)]);
    }
    const all = this.#eat("all");
    if (all || this.#eat("nonempty")) {
      this.#heaps();
      return this.#say(
        ["take ", ...amounts.en, all ? " from each heap, the same number from all" : " from each heap that is not empty, the same number from all"],
        [all ? "从每一堆中取" : "从每个非空的堆中取", ...spaced(amounts.zh), "，各堆取的枚数相同"],
      );
    }
    const most = this.#eat("up", "to");
    const count = this.#expression();
    this.#heaps();
    const heaps = one(count) ? "heap" : "heaps";
    if (this.#eat("freely")) {
      return this.#say(
        ["take ", ...amounts.en, most ? " from each of up to " : " from each of ", ...count, ` ${heaps}, the numbers chosen separately`],
        [most ? "从最多" : "从", ...spaced(count), "堆中各取", ...spaced(amounts.zh), "，各堆的枚数可以不同"],
      );
    }
    if (this.#eat("within")) {
      const difference = this.#expression();
      return this.#say(
        ["take ", ...amounts.en, " from each of ", ...count, ` ${heaps}, the numbers differing by at most `, ...difference],
        ["从", ...spaced(count), "堆中各取", ...spaced(amounts.zh), "，枚数相差不超过", ...spaced(difference)],
      );
    }
    return this.#say(
      ["take ", ...amounts.en, most ? " from each of up to " : " from each of ", ...count, ` ${heaps}, the same number from each`],
      [most ? "从最多" : "从", ...spaced(count), "堆中各取", ...spaced(amounts.zh), "，枚数相同"],
    );
  }

  /** How many heaps a heap becomes, and how they are alike. */
  #parts(): { counts: Piece[]; like: { en: string; zh: string } } {
    const end = [this.#find(["unequal"]), this.#find(["equal"]), this.#find(["heap"]), this.#find(["heaps"])].filter((at) => at !== null);
    if (end.length === 0) throw new Unsaid();
    const stop = Math.min(...end);
    const items = parted(this.#list.slice(this.#at, stop), ",").map((item) => this.#within(item, () => this.#range().pieces));
    this.#at = stop;
    const like = this.#eat("unequal")
      ? { en: "unequal ", zh: "大小各不相同的" }
      : this.#eat("equal")
        ? { en: "equal ", zh: "大小相同的" }
        : { en: "", zh: "" };
    this.#heaps();
    return { counts: this.#listed(items), like: { en: like.en, zh: like.zh } };
  }

  #setting(): Piece[] {
    if (this.#eat("first")) {
      const amounts = this.#amounts(this.#rest());
      return this.#say(["the first move takes ", ...amounts.en], ["第一步取", ...spaced(amounts.zh)]);
    }
    if (this.#eat("win", "most")) {
      this.#most = true;
      return this.#say(["whoever has taken more stones wins"], ["取得石子较多的一方赢"]);
    }
    if (this.#eat("heaps", "in", "order")) {
      return this.#say(["a heap that was begun must be finished before another"], ["动过的一堆要先取完，才能动别的堆"]);
    }
    if (this.#eat("heaps", "descending")) {
      return this.#say(
        ["a heap that was begun must be finished first, and the next one must be smaller than it was"],
        ["动过的一堆要先取完，而且下一堆必须比它原来小"],
      );
    }
    if (this.#eat("heaps", "closed")) {
      return this.#say(
        ["heaps are closed at first, and instead of taking a move may open any number of them"],
        ["各堆起初都关着，也可以不取，而打开任意多个关着的堆"],
      );
    }
    if (this.#eat("heaps", "alternating")) {
      return this.#say(["a move may not be made in the heap of the latest move"], ["不能在上一步动过的那堆里走"]);
    }
    if (this.#eat("seats")) {
      const seats = parted(this.#rest(), ",").map((seat) => this.#within(seat, () => this.#expression()));
      const list = seats.flatMap((seat, at) => (at === 0 ? seat : [this.lang === "zh" ? "、" : ", ", ...seat]));
      return this.#say(["the moves use the numbers of the seats in turn: ", ...list], ["各步依次使用各座位的数：", ...list]);
    }
    if (this.#eat("pass")) {
      const times = this.#expression();
      if (!this.#eat("times")) this.#need("time");
      return this.#say(
        ["players may pass, all together at most ", ...times, one(times) ? " time" : " times"],
        ["可以过（不动），全局一共至多", ...spaced(times), "次"],
      );
    }
    if (this.#eat("ring")) {
      return this.#say(["each heap is a ring until something is taken from it"], ["每一堆起初围成一圈，取过之后成为一排"]);
    }
    if (this.#eat("to")) {
      const least = this.#eat("at", "least");
      const target = this.#expression();
      return this.#say(["whoever reaches ", ...target, least ? " or more wins" : " wins"], ["先", least ? "达到或超过" : "正好达到", ...spaced(target), "的一方赢"]);
    }
    throw new Unsaid();
  }

  /** Amounts with what is taken; `bare` without. */
  #amounts(list: readonly Token[], bare = false): Both {
    if (list.length === 0) throw new Unsaid();
    const all = parted(list, ",").map((item) => this.#within(item, () => this.#item()));
    const pieces = this.#listed(all.map((item) => item.pieces));
    const sole = all.length === 1 ? all[0]! : null;
    if (this.lang === "en") {
      if (sole?.whole) return { en: bare ? ["any number"] : ["any number of stones"], zh: [] };
      // "an odd number of" needs what it is of.
      const of = all.some((item) => item.of);
      if (bare) {
        const numbers = pieces.map((piece) => (typeof piece === "string" ? piece.replace(/ of$/, "") : piece));
        return { en: sole?.from ? ["a number ", ...numbers] : numbers, zh: [] };
      }
      const stones = sole && one(sole.pieces) ? " stone" : " stones";
      return { en: [...pieces, of ? " stones" : stones], zh: [] };
    }
    if (sole?.whole) return { en: [], zh: [bare ? "任意数" : "任意枚"] };
    if (all.some((item) => item.named)) return { en: [], zh: [bare ? "若干（" : "若干枚（", ...pieces, "）"] };
    return { en: [], zh: [...pieces, ...(bare ? [] : [" 枚"])] };
  }

  #listed(items: readonly (readonly Piece[])[]): Piece[] {
    const [comma, or] = this.lang === "zh" ? ["、", " 或 "] : [", ", " or "];
    return items.flatMap((item, at) => (at === 0 ? [...item] : [at + 1 === items.length ? or : comma, ...item]));
  }

  #item(): Item {
    const zh = this.lang === "zh";
    if (this.#eat("any")) return { pieces: [zh ? "任意" : "any number of"], whole: true, of: true, named: true, from: false };
    const set = SETS[this.#next];
    if (set) {
      this.#at += 1;
      return { pieces: [set[zh ? 1 : 0]], whole: false, of: true, named: true, from: false };
    }
    const family = FAMILIES[this.#next];
    if (family) {
      this.#at += 1;
      this.#need("of");
      const base = this.#expression();
      return { pieces: zh ? [...base, ` ${family[1]}`] : [`${family[0]} `, ...base], whole: false, of: false, named: true, from: false };
    }
    return this.#range();
  }

  #range(): Item {
    const low = this.#expression();
    const item = { whole: false, of: false, named: false, from: false };
    if (!this.#eat("..")) return { ...item, pieces: low };
    if (this.#at === this.#list.length) return { ...item, pieces: this.#say([...low, " or more"], ["至少 ", ...low]) };
    const high = this.#expression();
    return { ...item, pieces: this.#say(["from ", ...low, " to ", ...high], [...low, " 到 ", ...high]), from: true };
  }

  /** An expression as it is typed. */
  #expression(): Piece[] {
    const pieces: Piece[] = [];
    let depth = 0;
    let operand = false;
    for (; this.#at < this.#list.length; this.#at += 1) {
      const token = this.#list[this.#at]!;
      const { text, kind } = token;
      if (kind === "number") {
        if (operand) throw new Unsaid();
        pieces.push(token.at ? { value: text, at: token.at } : text);
        operand = true;
      } else if (kind === "word") {
        const known = text in VARIABLES;
        if (!known && text !== "root") break;
        if (operand) throw new Unsaid();
        if (known) this.#variables.add(text);
        pieces.push(text);
        operand = known;
      } else if (text === "(") {
        depth += 1;
        pieces.push(text);
      } else if (text === ")") {
        depth -= 1;
        pieces.push(text);
      } else if (/^[+\-*/^]$/.test(text)) {
        pieces.push({ "*": "·", "-": "−" }[text] ?? text);
        operand = false;
      } else break;
    }
    if (!operand || depth !== 0) throw new Unsaid();
    return pieces;
  }
}

interface Item {
  readonly pieces: Piece[];
  /** Is it any number at all? */
  readonly whole: boolean;
  /** Does it go on with what it is of? */
  readonly of: boolean;
  /** Is it a set with a name? */
  readonly named: boolean;
  /** Is it a range? */
  readonly from: boolean;
}

interface Both {
  readonly en: Piece[];
  readonly zh: Piece[];
}

/** Is it the number 1? */
function one(pieces: readonly Piece[]): boolean {
  const [only] = pieces;
  return pieces.length === 1 && (typeof only === "string" ? only : only?.value) === "1";
}

/** Chinese has a blank between words and numbers. */
function spaced(pieces: readonly Piece[]): Piece[] {
  const first = pieces[0];
  const last = pieces.at(-1);
  const narrow = (piece: Piece | undefined, end: "first" | "last") => {
    const text = typeof piece === "string" ? piece : piece?.value;
    return /[\w)(]/.test((end === "first" ? text?.[0] : text?.at(-1)) ?? "");
  };
  return [...(narrow(first, "first") ? [" "] : []), ...pieces, ...(narrow(last, "last") ? [" "] : [])];
}

function capital(pieces: readonly Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  return typeof first === "string" ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest] : [...pieces];
}

/** Texts side by side are one; beside a full-width sign there is no blank. */
function merged(pieces: readonly Piece[]): Pieces {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (typeof piece === "string" && typeof last === "string") out[out.length - 1] = last + piece;
    else if (piece !== "") out.push(piece);
  }
  const narrow = (text: string) => text.replace(/ +(?=[。，、）])|(?<=[。，、（]) +/gu, "").replace(/ 或 (?=\p{Script=Han})/gu, " 或").replace(/(?<=\p{Script=Han}) 或/gu, "或");
  return out.map((piece) => (typeof piece === "string" ? narrow(piece) : piece));
}

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { lawWords } from "../src/explore/law-words";
import { translator } from "../src/i18n";
import { en } from "../src/texts/en";

const said = (law: string) => lawWords(translator("zh"), law);

test("laws are told in Chinese, their formulas as they are", () => {
  const laws = [
    ["period 7: 0 1 0 1 2 3 2", "周期 7：0 1 0 1 2 3 2"],
    ["g(a) xor g(b) = 0; g: period 12 from 71 on: 7 4 1 2", "g(a) xor g(b) = 0; g: 从 71 起周期 12：7 4 1 2"],
    ["period 4 from 1 on, rising by 4 each time: 1 2 4 3", "从 1 起每 4 个一组：1 2 4 3；以后每组加 4"],
    ["n = 0 or n is a Fibonacci number (1, 2, 3, 5, 8, ...)", "n = 0 或 n 是斐波那契数（1, 2, 3, 5, 8, ...）"],
    ["a = 0 or (a < b and floor(a * (1 + sqrt(5)) / 2) >= b)", "a = 0 或 (a < b 且 floor(a * (1 + sqrt(5)) / 2) >= b)"],
    ["a' = b', where x' is x below 5 and 5 + (x - 5) mod 3 from there on", "a' = b'，其中 x 小于 5 时 x' 为 x，否则为 5 + (x - 5) mod 3"],
    ["z((a - 1) or (b - 1)) = 2; z: the place of the lowest binary 0, from 0; or: bitwise", "z((a - 1) or (b - 1)) = 2; z：二进制中最低的 0 的位置（从 0 数起）；or：按位或"],
    ["(a, b) in {(0, 1), (2, 2)} or (a = 3 and not (a, b) in {(0, 0)})", "(a, b) in {(0, 1), (2, 2)} 或 (a = 3 且 非 (a, b) in {(0, 0)})"],
  ] as const;
  for (const [law, words] of laws) assert.equal(said(law), words);
});

test("in English laws stay as they came", () => {
  for (const law of ["period 7: 0 1 0 1 2 3 2", "n = 0 or n is a square"]) assert.equal(lawWords(translator("en"), law), law);
});

test("the words of laws are those of the library", () => {
  const locales = join(process.cwd(), "../../grundy-core/locales");
  const known = ["pattern", "proof"].map((name) => readFileSync(join(locales, `${name}.toml`), "utf8")).join("").replaceAll("%{", "{").replaceAll("{states:state|states}", "states");
  for (const [key, words] of Object.entries(en)) {
    // A bracket after `not` is the condition's own.
    const word = words.replace(/ \($/, "").trim();
    if (key.startsWith("law.")) assert.ok(known.includes(word), `${key}: ${word}`);
  }
});

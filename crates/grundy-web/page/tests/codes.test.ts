import assert from "node:assert/strict";
import { test } from "node:test";
import { moves } from "../src/rules/codes";
import { sentence } from "../src/rules/sentence";

test("codes of digits are told in words", () => {
  const told = (game: string, lang: "en" | "zh") => sentence(game, [], lang)?.join("") ?? null;
  assert.equal(told("octal(0.77)", "en"), "Take 1 or 2 stones from one heap and leave the rest as 0, 1 or 2 heaps. Whoever cannot move loses.");
  assert.equal(told("octal(0.77)", "zh"), "每次从一堆中取 1 或 2 枚，其余分成 0、1 或 2 堆。不能走的一方输。");
  assert.match(told("misere octal(.33)", "en") ?? "", /^Take 1 or 2 stones from one heap\. Whoever cannot move wins\.$/);
});

test("a code stands for the moves that the library reads", () => {
  // As `grundy solve` tells them as `rules`, which has some in another order.
  assert.equal(moves("octal(0.77)"), "take 1, 2 leaving 0, 1, 2 heaps");
  assert.equal(moves("octal(4.7)"), "take 1 leaving 0, 1, 2 heaps or split into 2 heaps");
  assert.equal(moves("hex(0.123f)"), "take 1 leaving 0 heaps or take 2 leaving 1 heap or take 3 or take 4 leaving 0, 1, 2, 3 heaps");
});

test("what is no code has no such sentence", () => {
  for (const game of ["octal(0.8)", "octal(3.7)", "octal(c.7)", "octal(0.)", "octal(0.0)", "octal(77)", "hex(0.g)"]) assert.equal(moves(game), null, game);
});

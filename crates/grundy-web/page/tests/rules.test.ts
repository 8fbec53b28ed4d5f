/** Rules as sentences, pictures' frames, QR codes and picks of stones; no browser is needed for them. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { cut } from "../src/explore/framed";
import { css, isFew } from "../src/explore/scale";
import type { Game } from "../src/games";
import type { Component, MoveRow } from "../src/play/game";
import { HeapMoves } from "../src/play/heaps";
import { sentence } from "../src/rules/sentence";
import { qr } from "../src/share/qr";

const entry = (name: string, signature: string, rules: string, about: string): Game => ({
  name, signature, rules, about, aliases: [], example: name, heaps: [], title: name,
});
const KNOWN: readonly Game[] = [
  entry("nim", "nim", "take any", "Take any number from one heap."),
  entry("bash", "bash(m)", "take 1..m", ""),
  entry("wythoff", "wythoff", "take any or take any from 2 heaps", "Both heaps alike."),
  { ...entry("wythoff", "wythoff(t)", "take any or take any from 2 heaps within t-1", ""), example: "wythoff(2)" },
  entry("race", "race(target, A)", "take A; to target", ""),
  entry("subtract", "subtract(A)", "take A", ""),
];

const written = (game: string, lang: "en" | "zh") =>
  sentence(game, KNOWN, lang)?.map((piece) => (typeof piece === "string" ? piece : piece.value)).join("") ?? null;

test("rules are told in both languages", () => {
  for (const [game, en, zh] of [
    ["take 1, 3, 4", "Take 1, 3 or 4 stones from one heap. Whoever cannot move loses.", "每次从一堆中取 1、3 或 4 枚。不能走的一方输。"],
    ["取", null, null],
    ["misere take 1..3", "Take from 1 to 3 stones from one heap. Whoever cannot move wins.", "每次从一堆中取 1 到 3 枚。不能走的一方赢。"],
    ["take 1", "Take 1 stone from one heap. Whoever cannot move loses.", "每次从一堆中取 1 枚。不能走的一方输。"],
    ["take odd", "Take an odd number of stones from one heap. Whoever cannot move loses.", "每次从一堆中取若干枚（奇数）。不能走的一方输。"],
    [
      "take any or split into 2 unequal heaps",
      "Take any number of stones from one heap, or split one heap into 2 unequal heaps. Whoever cannot move loses.",
      "每次从一堆中取任意枚，或者把一堆分成大小各不相同的 2 堆。不能走的一方输。",
    ],
    ["take 1..3; win most", "Take from 1 to 3 stones from one heap. Whoever has taken more stones wins.", "每次从一堆中取 1 到 3 枚。取得石子较多的一方赢。"],
    ["race(100, 1..10)", "Add a number from 1 to 10 to the total. Whoever reaches 100 wins.", "每次给总数加上 1 到 10。先正好达到 100 的一方赢。"],
    ["bash(7)", "Take from 1 to 7 stones from one heap. Whoever cannot move loses.", "每次从一堆中取 1 到 7 枚。不能走的一方输。"],
    ["wythoff", "Both heaps alike.", "Both heaps alike."],
    ["take 1..n/2", "Take from 1 to n/2 stones from one heap (n is the size of the heap). Whoever cannot move loses.", "每次从一堆中取 1 到 n/2 枚（n 是这一堆的大小）。不能走的一方输。"],
    [
      "take 1..seat; seats 3, 5",
      "Take from 1 to seat stones from one heap (seat is the number of the seat whose move it is). The moves use the numbers of the seats in turn: 3, 5. Whoever cannot move loses.",
      "每次从一堆中取 1 到 seat 枚（seat 是轮到的座位的数）。各步依次使用各座位的数：3、5。不能走的一方输。",
    ],
    [
      "nim; pass 2 times",
      "Take any number of stones from one heap. Players may pass, all together at most 2 times. Whoever cannot move loses.",
      "每次从一堆中取任意枚。可以过（不动），全局一共至多 2 次。不能走的一方输。",
    ],
    [
      "take any; heaps closed",
      "Take any number of stones from one heap. Heaps are closed at first, and instead of taking a move may open any number of them. Whoever cannot move loses.",
      "每次从一堆中取任意枚。各堆起初都关着，也可以不取，而打开任意多个关着的堆。不能走的一方输。",
    ],
    [
      "take any; heaps alternating",
      "Take any number of stones from one heap. A move may not be made in the heap of the latest move. Whoever cannot move loses.",
      "每次从一堆中取任意枚。不能在上一步动过的那堆里走。不能走的一方输。",
    ],
    ["take 1，3、4", "Take 1, 3 or 4 stones from one heap. Whoever cannot move loses.", "每次从一堆中取 1、3 或 4 枚。不能走的一方输。"],
    // What is no rules of heaps, or not well formed, has no sentence.
    ["take 1 3 4", null, null],
    ["take", null, null],
    ["take 1,", null, null],
    ["take (1", null, null],
    ["nim[3, 4]", null, null],
    ["turn 1, 2 coins", null, null],
    [
      "octal(0.77)",
      "Take 1 or 2 stones from one heap and leave the rest as 0, 1 or 2 heaps. Whoever cannot move loses.",
      "每次从一堆中取 1 或 2 枚，其余分成 0、1 或 2 堆。不能走的一方输。",
    ],
  ] as const) {
    assert.equal(written(game, "en"), en, game);
    assert.equal(written(game, "zh"), zh, game);
  }
});

test("every number of a sentence knows its place in the text", () => {
  for (const game of [
    "take 1, 3, 4", "take 10..20 leaving 0, 1, 2 heaps; first 5", "take 1 from up to 2 heaps freely", "wythoff(2)", "subtract(1, 30, 4)",
    "race(100, 1..10)", "discard 1 heap then split into 2 heaps", "take 1..2*last; first 1..n-1", "take powers of 2 or take 7; ring",
    "take any or take any from 2 heaps within 3", "multiply 2..9; to at least 100", "move any 1 step down",
    "take 1..seat; seats 3, 5", "nim; pass 2 times", "bash(7); heaps closed",
  ]) {
    for (const lang of ["en", "zh"] as const) {
      const numbers = (sentence(game, KNOWN, lang) ?? []).filter((piece) => typeof piece !== "string");
      for (const { value, at } of numbers) assert.equal(game.slice(...at), value, game);
      const places = numbers.map(({ at }) => at[0]);
      assert.equal(new Set(places).size, places.length, game);
      // All of them, but for `1 step down`, which is a word of the notation.
      const all = [...game.matchAll(/\d+/g)].length - (game.includes("1 step") ? 1 : 0);
      assert.equal(numbers.length, all, game);
      // Another number in its place changes just that one.
      for (const { at } of numbers) {
        const other = `${game.slice(0, at[0])}77${game.slice(at[1])}`;
        assert.ok(sentence(other, KNOWN, lang)?.some((piece) => typeof piece !== "string" && piece.value === "77" && piece.at[0] === at[0]), other);
      }
    }
  }
});

test("QR codes are those of another program", () => {
  const rows = (text: string) => qr(text)!.map((row) => row.map((on) => (on ? "1" : "0")).join(""));
  // Written by qrcodegen 1.8, with error correction M.
  assert.deepEqual(rows("HELLO"), [
    "111111101101001111111", "100000100110101000001", "101110100111101011101", "101110101001001011101", "101110101000101011101",
    "100000101011001000001", "111111101010101111111", "000000001111100000000", "100010111111011111001", "000111001011100101111",
    "101100101011001110010", "111001000100011010000", "001011100100111000110", "000000001110111001011", "111111101100110001010",
    "100000100001100100010", "101110101001001110101", "101110100001100001011", "101110100111001111000", "100000100100011000000",
    "111111101000111110101",
  ]);
  for (const [text, size, hash] of [
    ["http://192.0.2.7:7878/#play?game=nim&heaps=3+4+5&lang=zh", 33, "5d803dc61466add8c07942b93990fa2b3de1ea8501d1c968d6a7aa1d63bd3b18"],
    ["z".repeat(2331), 177, "3df0b1f45eba120946e20ee862856d306aadad249e4b13cd12ed91792a6164e0"],
  ] as const) {
    assert.equal(rows(text).length, size);
    assert.equal(createHash("sha256").update(rows(text).join("\n")).digest("hex"), hash);
  }
  assert.equal(qr("z".repeat(2332)), null);
});

test("lines below pictures are cut between words", () => {
  assert.deepEqual(cut("one two three", 8), ["one two", "three"]);
  assert.deepEqual(cut("必败局面就是这些", 8), ["必败局面", "就是这些"]);
  assert.deepEqual(cut("unbreakable", 4), ["unbreakable"]);
});

test("few numbers have colours of their own, many a scale", () => {
  assert.ok(isFew(7) && !isFew(8));
  const colors = Array.from({ length: 8 }, (_, number) => css("value", false, number, 7));
  assert.equal(new Set(colors).size, 8);
  assert.equal(colors[0], "rgb(255 255 255)");
  // The same number has the same colour in every such picture.
  assert.equal(css("value", false, 2, 3), css("value", false, 2, 7));
  assert.notEqual(css("value", false, 2, 8), css("value", false, 2, 7));
});

const component = (heaps: readonly number[]): Component => ({ game: "", kind: "heaps", heaps, state: {}, ordered: false, drops: false });
const row = (to: readonly number[], take: readonly number[], also: readonly (readonly number[])[] = []): MoveRow => ({
  to, take, text: to.join(" "), words: "", ...(also.length ? { also: also.map((take) => ({ to, take })) } : {}),
});

test("a pick of two heaps is no move of one that leads to the same heaps", () => {
  // Nim: 1 of 3 and 2 of 5 leave 2 and 3, and so does 3 of 5; only that one is a move.
  const nim = new HeapMoves(component([3, 5]), [3, 5], [row([2, 3], [0, 3])], 0, true);
  const two = new Map([[0, 1n], [1, 2n]]);
  assert.deepEqual(nim.fitting(two), []);
  assert.equal(nim.picked(new Map([[0, 1n]]), 1, 2n), null);
  assert.equal(nim.fitting(new Map([[1, 3n]])).length, 1);
  // Where it is a way of its own to that result, it is listed beside the other.
  const moore = new HeapMoves(component([3, 5]), [3, 5], [row([2, 3], [0, 3], [[1, 2]])], 0, true);
  assert.deepEqual(moore.fitting(two).map(({ text }) => text), ["2 3"]);
  assert.deepEqual(moore.fitting(new Map([[1, 3n]])).map(({ text }) => text), ["2 3"]);
});

test("heaps of one size are told apart by their marks, and those with the same mark are not", () => {
  const opening = (...heaps: readonly (readonly [number, number])[]): MoveRow => ({
    to: [2, 2, 3], changes: heaps.map(([heap, from]) => ({ heap, from, to: [from] })), text: "open", words: "",
  });
  const shut: Component = { ...component([2, 2, 3]), marks: "open" };
  // Each result is listed once: with one heap of 2, with the other one, with both.
  const rows = [opening([1, 2]), opening([1, 2], [2, 2]), opening([1, 2], [3, 3])];
  const all = new HeapMoves(shut, [2, 2, 3], rows, 0, true);
  assert.deepEqual(all.fitting(new Map([[1, 0n]])), [rows[0]]);
  assert.deepEqual(all.fitting(new Map([[1, 0n], [2, 0n]])), [rows[2]]);
  assert.deepEqual(all.fitting(new Map([[0, 0n], [1, 0n]])), [rows[1]]);
  // The second one is open: a move takes from it, and opens the first.
  const open: Component = { ...shut, state: { opened: [2] } };
  const taking: MoveRow = { ...row([1, 2, 3], [0, 1, 0]) };
  const some = new HeapMoves(open, [2, 2, 3], [taking, rows[0]!], 0, true);
  assert.deepEqual([some.fitting(new Map([[1, 1n]])), some.fitting(new Map([[0, 1n]]))], [[taking], []]);
  assert.deepEqual([some.fitting(new Map([[0, 0n]])), some.fitting(new Map([[1, 0n]]))], [[rows[0]], []]);
  assert.deepEqual(some.picksOf(taking), new Map([[1, 1n]]));
});

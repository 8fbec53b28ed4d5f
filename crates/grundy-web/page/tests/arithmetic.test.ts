/** What Explore and Matrix reckon by themselves; no browser is needed for it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellAt, clamped, corner, fitted, moved, readCamera, readCell, seen, showing, written, zoomed } from "../src/explore/camera";
import { placed } from "../src/explore/moves";
import { isLost, isLight, pixels } from "../src/explore/scale";
import { places, turned } from "../src/explore/sliders";
import { unpacked } from "../src/explore/table";
import { latex, picture } from "../src/matrix/files";
import { readTyped, request, resized, writtenCells, writtenNames } from "../src/matrix/payoffs";

test("a camera keeps its cells in the frame", () => {
  const whole = fitted(640, 64);
  assert.deepEqual(seen(whole, 640), { from: { row: 0, column: 0 }, end: { row: 64, column: 64 } });
  // What is under the hand stays there.
  const at = { x: 103, y: 507 };
  const closer = zoomed(whole, 640, 3, at);
  assert.deepEqual(cellAt(closer, 640, at), cellAt(whole, 640, at));
  assert.equal(closer.zoom, 30);
  const dragged = moved(closer, 60, -30);
  assert.equal(dragged.column, closer.column - 2);
  assert.equal(dragged.row, closer.row + 1);
  // Nothing beside the table, and not from too far.
  const edge = clamped({ row: -50, column: 3, zoom: 0.001 }, 640, 64);
  assert.deepEqual(seen(edge, 640), { from: { row: 0, column: 0 }, end: { row: 128, column: 128 } });
  const near = showing(closer, 640, { row: 70, column: 0 });
  const place = corner(near, 640, { row: 70, column: 0 });
  assert.ok(place.x >= 0 && place.y <= 640 - near.zoom + 1e-9);
});

test("cameras and cells in an address are read back, and nothing else is", () => {
  assert.deepEqual(readCamera(written({ row: 1.5, column: 2, zoom: 8.25 })), { row: 1.5, column: 2, zoom: 8.25 });
  for (const text of [undefined, "", "1 2", "1 2 0", "1 2 3 4", "a b c", "-1 2 3", "1 2 Infinity"]) {
    assert.equal(readCamera(text), null, text);
  }
  assert.deepEqual(readCell("3 5"), { row: 3, column: 5 });
  for (const text of [undefined, "3", "3 5 8", "3.5 1", "9999999 1", "-1 1"]) assert.equal(readCell(text), null, text);
});

test("moves are put back as the heaps lie", () => {
  const answer = {
    position: "wythoff[2, 9]",
    moves_total: 3,
    moves: [
      { to: [1, 2], take: [0, 8], outcome: "P" as const },
      { to: [0, 9], take: [2, 0], outcome: "N" as const },
      { to: [0, 7], take: [2, 2], outcome: "N" as const },
    ],
  };
  const upright = placed(answer, { row: 2, column: 9 });
  assert.deepEqual([upright.outcome, upright.wins], ["N", [{ row: 2, column: 1 }]]);
  const turned = placed(answer, { row: 9, column: 2 });
  assert.deepEqual(turned.wins, [{ row: 1, column: 2 }]);
  assert.deepEqual(turned.others, [{ row: 9, column: 0 }, { row: 7, column: 0 }]);
  // Without amounts: the heap that was not touched tells. Three heaps are no place on the map.
  const split = { position: "kayles[4, 6]", moves_total: 2, moves: [{ to: [1, 2, 6], outcome: "N" as const }, { to: [4], outcome: "N" as const }] };
  const kayles = placed(split, { row: 6, column: 4 });
  assert.deepEqual([kayles.outcome, kayles.wins, kayles.others, kayles.outside], ["P", [], [{ row: 0, column: 4 }], 1]);
});

test("packed numbers are little-endian", () => {
  const text = (bytes: number[]) => btoa(String.fromCharCode(...bytes));
  assert.deepEqual([...unpacked(text([0, 1, 255]), 8)], [0, 1, 255]);
  assert.deepEqual([...unpacked(text([1, 0, 0, 1]), 16)], [1, 256]);
  assert.deepEqual([...unpacked(text([0, 0, 0, 1, 255, 255, 255, 255]), 32)], [1 << 24, 2 ** 32 - 1]);
});

test("lost positions are told from what stands in a cell", () => {
  assert.ok(isLost("value", false, 0) && !isLost("value", false, 3));
  assert.ok(isLost("remoteness", false, 4) && !isLost("remoteness", true, 4) && isLost("remoteness", true, 5));
  assert.equal(new Set(pixels("value", false, 50)).size, 51);
  assert.ok(isLight("value", false, 0, 9) && !isLight("value", false, 1, 9) && isLight("value", false, 9, 9));
});

test("numbers in rules are found where they can be turned", () => {
  const numbers = (game: string) => places(game).map(({ value }) => value);
  assert.deepEqual(numbers("bash(7)"), [7]);
  assert.deepEqual(numbers("take 1, 3, 4"), [1, 3, 4]);
  assert.deepEqual(numbers("race(100, 1..10)"), [100, 1, 10]);
  for (const game of ["nim", "0.77", "4.007", "nim[3, 4]", "race(10^30, x)", 'graph("a: b")']) assert.deepEqual(numbers(game), [], game);
  const [, second] = places("take 1, 3, 4");
  assert.equal(turned("take 1, 3, 4", second!, 12), "take 1, 12, 4");
});

test("a matrix is written for the address and read back", () => {
  const typed = readTyped("3,3 0,5;5,0 1/2,x", "stag/hare|a/b");
  assert.deepEqual(typed.cells[1], [["5", "0"], ["1/2", "x"]]);
  assert.deepEqual([writtenCells(typed), writtenNames(typed)], ["3,3 0,5;5,0 1/2,x", "stag/hare|a/b"]);
  assert.deepEqual(readTyped("1;2 3;", "").cells.map((row) => row.length), [2, 2, 2]);
  const many = Array.from({ length: 50 }, () => "1,1 ".repeat(50).trim()).join(";");
  assert.deepEqual([readTyped(many, "").cells.length, readTyped(many, "").cells[0]?.length], [6, 6]);
  assert.deepEqual(resized(typed, 3, 2).cells[2], [["0", "0"], ["0", "0"]]);
  // The place of every payoff, in characters, also behind a name of other letters.
  const { text, places: found } = request(readTyped("1,😀 \",4", "猎|鹿"));
  const characters = Array.from(text);
  for (const { row, column, player, start, end } of found) {
    const cell = readTyped("1,😀 \",4", "").cells[row]![column]![player];
    assert.equal(JSON.parse(characters.slice(start, end).join("")), cell);
  }
  assert.deepEqual((JSON.parse(text) as { row: string[][] }).row[0], ["1", '"']);
});

test("a matrix is written for papers, with fractions and signs in their places", () => {
  const typed = { cells: [[["1/2", "-3/4"], ["0", "1"]], [["2", "2"], ["50%", "x_1"]]], names: [["a&b", ""], ["", "c"]] } as const;
  assert.equal(
    latex(typed),
    "\\begin{tabular}{l|cc}\n & 1 & c \\\\ \\hline\n" +
      "a\\&b & $\\frac{1}{2},\\;-\\frac{3}{4}$ & $0,\\;1$ \\\\\n2 & $2,\\;2$ & $50\\%,\\;x\\_1$ \\\\\n\\end{tabular}\n",
  );
  assert.match(picture(typed), /a&amp;b/);
  assert.equal(picture(typed).match(/<rect/g)?.length, 4);
});

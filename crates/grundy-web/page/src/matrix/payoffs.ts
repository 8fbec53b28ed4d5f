/** A payoff matrix as it is typed: texts, right or wrong. */

/** Texts of both payoffs in a cell: the row player's, the column player's. */
export type Pair = readonly [string, string];

export interface Typed {
  /** Row by row; all rows are of one length. */
  readonly cells: readonly (readonly Pair[])[];
  /** Names of the rows and of the columns; "" where there is none. */
  readonly names: readonly [readonly string[], readonly string[]];
}

/** The least and the most strategies of a player. */
export const LEAST = 2;
export const MOST = 6;

/** The characters that part payoffs, cells and rows in an address; one that is typed stands there as its code. */
const PARTS = /[\s,;%]/gu;
const CODES = /(?:%[0-9A-F]{2})+/g;
/** And those that part names. */
const BREAKS = /[/|]+/g;

/** A payoff as it is typed: whatever is no number is for the server to refuse, not to be read as another one. */
export function payoff(text: string): string {
  return text.trim();
}

function coded(text: string): string {
  return text.replace(PARTS, encodeURIComponent);
}

function decoded(text: string): string {
  return text.replace(CODES, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      // A link made by hand.
      return codes;
    }
  });
}

/** As on the command line: `3,3 0,5;5,0 1,1`. */
export function writtenCells({ cells }: Typed): string {
  return cells.map((row) => row.map((pair) => pair.map(coded).join(",")).join(" ")).join(";");
}

/** `stag/hare|stag/hare`; nothing where no strategy has a name. */
export function writtenNames({ names }: Typed): string {
  if (names.every((list) => list.every((name) => name === ""))) return "";
  return names.map((list) => list.map((name) => name.replace(BREAKS, " ")).join("/")).join("|");
}

/** Reads both back; rows and columns beyond the most are left out, missing ones are empty. */
export function readTyped(cells: string, names: string): Typed {
  const rows = cells.split(";").map((row) => row.split(" "));
  const size = (length: number) => Math.min(Math.max(length, LEAST), MOST);
  const [height, width] = [size(rows.length), size(Math.max(...rows.map((row) => row.length)))];
  const [first = [], second = []] = names.split("|").map((list) => list.split("/"));
  const typed: Typed = {
    cells: rows.map((row) => row.map(pair)),
    names: [first, second],
  };
  return resized(typed, height, width);
}

function pair(cell: string): Pair {
  const [first = "", second = ""] = cell.split(",").map(decoded);
  return [first, second];
}

/** The same with so many rows and columns; new payoffs are 0. */
export function resized({ cells, names }: Typed, height: number, width: number): Typed {
  const upTo = (length: number) => Array.from({ length }, (_, at) => at);
  return {
    cells: upTo(height).map((row) => upTo(width).map((column) => cells[row]?.[column] ?? ["0", "0"])),
    names: [upTo(height).map((row) => names[0][row] ?? ""), upTo(width).map((column) => names[1][column] ?? "")],
  };
}

/** Where a payoff stands in the text of a request, in characters. */
interface Place {
  readonly row: number;
  readonly column: number;
  readonly player: 0 | 1;
  readonly start: number;
  readonly end: number;
}

/** The game as the JSON that the server reads, and where each payoff is in it. */
export function request({ cells, names }: Typed): { readonly text: string; readonly places: readonly Place[] } {
  const places: Place[] = [];
  let text = "";
  let length = 0;
  const add = (piece: string) => {
    text += piece;
    // Characters, as the server counts them.
    length += Array.from(piece).length;
  };
  const matrix = (player: 0 | 1) => {
    add("[");
    cells.forEach((list, row) => {
      add(row ? ",[" : "[");
      list.forEach((pair, column) => {
        if (column) add(",");
        const start = length;
        add(JSON.stringify(pair[player]));
        places.push({ row, column, player, start, end: length });
      });
      add("]");
    });
    add("]");
  };
  add('{"row":');
  matrix(0);
  add(',"column":');
  matrix(1);
  if (names.some((list) => list.some((name) => name !== ""))) add(`,"strategies":${JSON.stringify(names)}`);
  add("}");
  return { text, places };
}

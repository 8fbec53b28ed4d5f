/**
 * QR codes (ISO/IEC 18004) of a text in UTF-8, with error correction of level M: versions 1 to 40, the mask with the
 * least penalty. A code is a square of modules, true for dark.
 */

export type Modules = readonly (readonly boolean[])[];

/** Bytes of error correction in each block, and the number of blocks, by version. */
const CORRECTION = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28,
];
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40,
  43, 45, 47, 49,
];

/** The modules that hold data and correction. */
function room(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const places = Math.floor(version / 7) + 2;
    modules -= (25 * places - 10) * places - 55;
    if (version >= 7) modules -= 36;
  }
  return modules;
}

/** The bytes of data in a version. */
function dataBytes(version: number): number {
  return Math.floor(room(version) / 8) - CORRECTION[version - 1]! * BLOCKS[version - 1]!;
}

/** The code of a text; null where it is too long for any. */
export function qr(text: string): Modules | null {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= 40; version += 1) {
    const count = version < 10 ? 8 : 16;
    if (4 + count + 8 * bytes.length <= 8 * dataBytes(version)) return drawn(version, codewords(version, count, bytes));
  }
  return null;
}

/** The data with its length and padding, then with the correction of each block, woven together. */
function codewords(version: number, count: number, bytes: Uint8Array): Uint8Array {
  const length = dataBytes(version);
  const bits: number[] = [];
  const put = (value: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, count);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, 8 * length - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < 8 * length; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data = Uint8Array.from({ length }, (_, at) => bits.slice(8 * at, 8 * at + 8).reduce((byte, bit) => (byte << 1) | bit, 0));

  const [blocks, correction] = [BLOCKS[version - 1]!, CORRECTION[version - 1]!];
  const whole = Math.floor(room(version) / 8);
  const short = blocks - (whole % blocks);
  const each = Math.floor(whole / blocks) - correction;
  const divisor = generator(correction);
  const parts: Uint8Array[] = [];
  const checks: Uint8Array[] = [];
  let from = 0;
  for (let block = 0; block < blocks; block += 1) {
    const part = data.slice(from, from + each + (block < short ? 0 : 1));
    from += part.length;
    parts.push(part);
    checks.push(remainder(part, divisor));
  }
  const out: number[] = [];
  for (let at = 0; at <= each; at += 1) for (const part of parts) if (at < part.length) out.push(part[at]!);
  for (let at = 0; at < correction; at += 1) for (const check of checks) out.push(check[at]!);
  return Uint8Array.from(out);
}

/** A product in the field of 256 elements. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The generator polynomial of a degree, without its leading 1. */
function generator(degree: number): Uint8Array {
  const found = new Uint8Array(degree);
  found[degree - 1] = 1;
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    for (let at = 0; at < degree; at += 1) found[at] = times(found[at]!, root) ^ (found[at + 1] ?? 0);
    root = times(root, 2);
  }
  return found;
}

function remainder(data: Uint8Array, divisor: Uint8Array): Uint8Array {
  const rest = new Uint8Array(divisor.length);
  for (const byte of data) {
    const factor = byte ^ rest[0]!;
    rest.copyWithin(0, 1);
    rest[rest.length - 1] = 0;
    divisor.forEach((coefficient, at) => (rest[at]! ^= times(coefficient, factor)));
  }
  return rest;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The centres of the alignment patterns, along an axis. */
function centres(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const size = 17 + 4 * version;
  const step = version === 32 ? 26 : Math.ceil((4 * version + 4) / (2 * count - 2)) * 2;
  const found = [6];
  for (let place = size - 7; found.length < count; place -= step) found.splice(1, 0, place);
  return found;
}

function drawn(version: number, data: Uint8Array): Modules {
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  /** Modules that are no data. */
  const fixed = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (x: number, y: number, on: boolean) => {
    dark[y]![x] = on;
    fixed[y]![x] = true;
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [left, top] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
    for (let dy = -4; dy <= 4; dy += 1) {
      for (let dx = -4; dx <= 4; dx += 1) {
        const [x, y, far] = [left + dx, top + dy, Math.max(Math.abs(dx), Math.abs(dy))];
        if (x >= 0 && y >= 0 && x < size && y < size) set(x, y, far !== 2 && far !== 4);
      }
    }
  }
  const places = centres(version);
  const last = places.length - 1;
  places.forEach((x, i) =>
    places.forEach((y, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy += 1) for (let dx = -2; dx <= 2; dx += 1) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  format(set, size, 0);
  if (version >= 7) {
    let rest = version;
    for (let step = 0; step < 12; step += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let at = 0; at < 18; at += 1) {
      const [a, b, on] = [size - 11 + (at % 3), Math.floor(at / 3), ((bits >> at) & 1) === 1];
      set(a, b, on);
      set(b, a, on);
    }
  }
  // Upwards and downwards in pairs of columns, from the right; the column of the timing pattern is left out.
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (fixed[y]![x] || bit >= 8 * data.length) continue;
        dark[y]![x] = ((data[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
      }
    }
  }
  let best: { modules: boolean[][]; penalty: number } | null = null;
  MASKS.forEach((mask, number) => {
    const modules = dark.map((row, y) => row.map((on, x) => on !== (!fixed[y]![x] && mask(x, y))));
    format((x, y, on) => (modules[y]![x] = on), size, number);
    const penalty = penaltyOf(modules);
    if (!best || penalty < best.penalty) best = { modules, penalty };
  });
  return best!.modules;
}

/** The level of correction and the mask, twice. */
function format(set: (x: number, y: number, on: boolean) => void, size: number, mask: number): void {
  // Level M is 0.
  let rest = mask;
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const on = (at: number) => ((bits >> at) & 1) === 1;
  for (let at = 0; at <= 5; at += 1) set(8, at, on(at));
  set(8, 7, on(6));
  set(8, 8, on(7));
  set(7, 8, on(8));
  for (let at = 9; at < 15; at += 1) set(14 - at, 8, on(at));
  for (let at = 0; at < 8; at += 1) set(size - 1 - at, 8, on(at));
  for (let at = 8; at < 15; at += 1) set(8, size - 15 + at, on(at));
  set(8, size - 8, true);
}

/** How hard a code is to read: long runs, blocks, patterns like the corners, an unequal share of dark. */
function penaltyOf(modules: readonly (readonly boolean[])[]): number {
  const size = modules.length;
  let penalty = 0;
  const line = (at: (place: number) => boolean) => {
    let text = "";
    for (let place = 0; place < size; place += 1) text += at(place) ? "1" : "0";
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    for (const pattern of ["10111010000", "00001011101"]) {
      for (let from = text.indexOf(pattern); from >= 0; from = text.indexOf(pattern, from + 1)) penalty += 40;
    }
  };
  let count = 0;
  for (let y = 0; y < size; y += 1) {
    line((x) => modules[y]![x]!);
    line((x) => modules[x]![y]!);
    for (let x = 0; x < size; x += 1) {
      const on = modules[y]![x]!;
      if (on) count += 1;
      if (x + 1 < size && y + 1 < size && modules[y]![x + 1] === on && modules[y + 1]![x] === on && modules[y + 1]![x + 1] === on) penalty += 3;
    }
  }
  return penalty + 10 * Math.floor(Math.abs(20 * count - 10 * size * size) / (size * size));
}

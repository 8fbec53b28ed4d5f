/**
 * The system that the library meets in the page: an input, two outputs, a clock, and nothing else.
 *
 * The library is a program for WASI, preview 1. Of its calls only those are here that a program needs which reads its
 * input, looks at the clock and writes; every other one fails as "not supported", and the program takes it as that.
 */

const OK = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 58;

/** What a run left. */
export interface Ran {
  readonly output: string;
  readonly errors: string;
}

/** The program has ended itself. */
class Ended extends Error {}

/** Runs a fresh instance of the program on an input. Throws what the engine throws where it traps, with `errors` on it. */
export function run(module: WebAssembly.Module, input: string): Ran {
  const written: Record<1 | 2, Uint8Array<ArrayBuffer>[]> = { 1: [], 2: [] };
  let left = new TextEncoder().encode(input);
  let memory: WebAssembly.Memory;
  const view = () => new DataView(memory.buffer);
  /** The pieces of memory that a call names, one after another. */
  const pieces = (at: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const [from, length] = [view().getUint32(at + 8 * index, true), view().getUint32(at + 8 * index + 4, true)];
      return new Uint8Array(memory.buffer, from, length);
    });
  const text = (which: 1 | 2) => decoded(written[which]);
  const calls: Record<string, (...numbers: never[]) => number> = {
    fd_read(descriptor: number, at: number, count: number, total: number) {
      if (descriptor !== 0) return BAD_DESCRIPTOR;
      let read = 0;
      for (const piece of pieces(at, count)) {
        const part = left.subarray(0, piece.length);
        piece.set(part);
        left = left.subarray(part.length);
        read += part.length;
      }
      view().setUint32(total, read, true);
      return OK;
    },
    fd_write(descriptor: number, at: number, count: number, total: number) {
      if (descriptor !== 1 && descriptor !== 2) return BAD_DESCRIPTOR;
      // Copied: the memory goes on being used.
      const parts = pieces(at, count).map((piece) => new Uint8Array(piece));
      written[descriptor].push(...parts);
      view().setUint32(total, parts.reduce((sum, part) => sum + part.length, 0), true);
      return OK;
    },
    fd_prestat_get: () => BAD_DESCRIPTOR,
    clock_time_get(clock: number, _precision: bigint, at: number) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
      return OK;
    },
    random_get(at: number, length: number) {
      crypto.getRandomValues(new Uint8Array(memory.buffer, at, length));
      return OK;
    },
    environ_sizes_get: (count: number, size: number) => nothing(view(), count, size),
    args_sizes_get: (count: number, size: number) => nothing(view(), count, size),
    environ_get: () => OK,
    args_get: () => OK,
    proc_exit() {
      throw new Ended();
    },
  };
  const imports: WebAssembly.ModuleImports = {};
  for (const { name } of WebAssembly.Module.imports(module)) imports[name] = calls[name] ?? (() => NOT_SUPPORTED);
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
  memory = instance.exports["memory"] as WebAssembly.Memory;
  try {
    (instance.exports["_start"] as () => void)();
  } catch (error) {
    if (!(error instanceof Ended)) throw Object.assign(error as Error, { errors: text(2) });
  }
  return { output: text(1), errors: text(2) };
}

/** No arguments and no variables. */
function nothing(view: DataView, count: number, size: number): number {
  view.setUint32(count, 0, true);
  view.setUint32(size, 0, true);
  return OK;
}

function decoded(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
}

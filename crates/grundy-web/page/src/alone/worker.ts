/** The library in a worker: it is told the module first, and then one question after another. */

import { run } from "./wasi";

/** What a worker is told. */
export type Told = { readonly module: WebAssembly.Module } | { readonly question: string };

/** What it answers: the text of the answer, or why there is none. */
export type Said = { readonly output: string } | { readonly trap: "memory" | "depth" | "program"; readonly words: string };

let module: WebAssembly.Module | null = null;

addEventListener("message", (event: MessageEvent<Told>) => {
  const told = event.data;
  if ("module" in told) {
    module = told.module;
    return;
  }
  if (!module) return;
  let said: Said;
  try {
    said = { output: run(module, told.question).output };
  } catch (error) {
    const { message, errors = "" } = error as Error & { errors?: string };
    // Running out of stack is an error of the range; out of memory the program says so before it traps.
    const trap = error instanceof RangeError ? "depth" : /allocation/.test(errors) ? "memory" : "program";
    said = { trap, words: errors || message };
  }
  postMessage(said);
});

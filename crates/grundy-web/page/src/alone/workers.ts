/** Questions to the library in this browser: a few workers, each with one question at a time. */

import type { TextKey } from "../i18n";
import type { Reply, Transport } from "../transport";
import type { Said, Told } from "./worker";

/** More questions than this wait for a worker. */
const MOST = 4;
/** The longest a question is computed, as the library has it, and how long a worker that does not end is borne then. */
const TIME = 10_000;
const OVERTIME = 2_000;

/** What was asked and not yet answered. */
interface Question {
  readonly text: string;
  readonly time: number;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

/** Where the module comes from, the source of a worker, and the words for what only the host can say. */
export interface Means {
  readonly module: Promise<WebAssembly.Module>;
  readonly worker: string;
  readonly words: (key: TextKey, lang: unknown) => string;
}

/** One worker and what it is at. */
class Hand {
  readonly #worker: Worker;
  #question: Question | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    address: string,
    module: WebAssembly.Module,
    private readonly free: () => void,
    private readonly failed: (trap: (Said & { trap: string })["trap"] | "time", question: Question) => Reply,
  ) {
    this.#worker = new Worker(address);
    this.#worker.addEventListener("message", (event: MessageEvent<Said>) => this.#end(event.data));
    this.#worker.addEventListener("error", () => this.#end({ trap: "program", words: "" }));
    this.#tell({ module });
  }

  get isFree(): boolean {
    return this.#question === null;
  }

  ask(question: Question, late: () => void): void {
    this.#question = question;
    this.#tell({ question: question.text });
    this.#timer = setTimeout(() => {
      question.resolve(this.failed("time", question));
      late();
    }, question.time + OVERTIME);
  }

  has(question: Question): boolean {
    return this.#question === question;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#worker.terminate();
  }

  #tell(told: Told): void {
    this.#worker.postMessage(told);
  }

  #end(said: Said): void {
    const question = this.#question;
    clearTimeout(this.#timer);
    this.#question = null;
    if (!question) return;
    if ("trap" in said) {
      if (said.words) console.warn(said.words);
      question.resolve(this.failed(said.trap, question));
    } else {
      const { status, answer } = JSON.parse(said.output) as { status: number; answer: unknown };
      question.resolve({ status, json: answer });
    }
    this.free();
  }
}

/** The transport without a server. A question that is given up ends its worker. */
export function workers({ module, worker, words }: Means): Transport {
  const address = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
  const most = Math.max(1, Math.min(MOST, navigator.hardwareConcurrency || 1));
  let hands: Hand[] = [];
  let waiting: Question[] = [];

  const failed = (trap: string, { text }: Question): Reply => {
    const { lang } = (JSON.parse(text) as { body: { lang?: unknown } }).body;
    const [status, code, key]: [number, string, TextKey] =
      trap === "time"
        ? [504, "time-limit", "limit.time"]
        : trap === "program"
          ? [500, "internal", "alone.program"]
          : [507, "memory-limit", "limit.memory"];
    return { status, json: { error: { code, message: words(key, lang), span: null, suggestion: null } } };
  };

  const next = (loaded: WebAssembly.Module) => {
    while (waiting.length > 0) {
      let hand = hands.find((one) => one.isFree);
      if (!hand && hands.length < most) {
        hand = new Hand(address, loaded, () => next(loaded), failed);
        hands.push(hand);
      }
      if (!hand) return;
      const [question, ...rest] = waiting;
      waiting = rest;
      const busy = hand;
      if (question) busy.ask(question, () => drop(busy, loaded));
    }
  };

  const drop = (hand: Hand, loaded: WebAssembly.Module) => {
    hand.stop();
    hands = hands.filter((one) => one !== hand);
    next(loaded);
  };

  return {
    answers: "page",
    async ask(name, body, signal) {
      const loaded = await module;
      signal.throwIfAborted();
      const time = Math.min(Number((body as { time_ms?: unknown }).time_ms ?? TIME), TIME);
      return await new Promise<Reply>((resolve, reject) => {
        const question: Question = { text: JSON.stringify({ name, body }), time, resolve, reject };
        signal.addEventListener("abort", () => {
          reject(signal.reason);
          const hand = hands.find((one) => one.has(question));
          waiting = waiting.filter((one) => one !== question);
          if (hand) drop(hand, loaded);
        });
        waiting.push(question);
        next(loaded);
      });
    },
  };
}

/** Questions of the views, each answered once or given up. */

import { type Reply, transport } from "./transport";

/** The error object of the API, with the HTTP status; `span` counts characters of the text at fault. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly span: readonly [number, number] | null,
    readonly suggestion: string | null,
    /** The field of the request that the span counts in. */
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

/** Was the request given up by the page itself? Nothing is to be shown then. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

interface ErrorBody {
  error?: {
    code?: string;
    message?: string;
    span?: [number, number] | null;
    suggestion?: string | null;
    field?: string;
  };
}

/** Did nobody answer? The shell says so, and tells the view to ask again once somebody does. */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Asks on behalf of one view; [`close`] gives up what is under way. */
export class Api {
  #slots = new Map<string, AbortController>();
  #whole = new AbortController();

  constructor(
    private readonly lang: string,
    private readonly unreachable: string,
    /** Told where nobody answers. */
    private readonly lost: () => void = () => {},
  ) {}

  /**
   * The answer to the endpoint NAME. A request gives up an earlier one of the same `slot`. Throws [`ApiError`], of status 0
   * where nobody answers, or an AbortError.
   */
  async ask<T>(name: string, body: object, slot: string = name): Promise<T> {
    this.#slots.get(slot)?.abort();
    const slotted = new AbortController();
    this.#slots.set(slot, slotted);
    const signal = AbortSignal.any([slotted.signal, this.#whole.signal]);
    let reply: Reply;
    try {
      reply = await transport().ask(name, { lang: this.lang, ...body }, signal);
    } catch (error) {
      if (isAbort(error)) throw error;
      this.lost();
      throw new ApiError(0, "unreachable", this.unreachable, null, null);
    }
    // An answer may come in just before it is given up.
    signal.throwIfAborted();
    const { status, json } = reply;
    if (status === 200) return json as T;
    const { code, message, span, suggestion, field } = (json as ErrorBody).error ?? {};
    throw new ApiError(status, code ?? "", message ?? this.unreachable, span ?? null, suggestion ?? null, field ?? null);
  }

  /** Gives up everything. */
  close(): void {
    this.#whole.abort();
  }
}

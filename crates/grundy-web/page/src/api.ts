/** Questions to the server. */

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

/** Asks on behalf of one view; [`close`] gives up what is under way. */
export class Api {
  #slots = new Map<string, AbortController>();
  #whole = new AbortController();

  constructor(
    private readonly lang: string,
    private readonly unreachable: string,
  ) {}

  /**
   * POST /api/v1/NAME. A request gives up an earlier one of the same `slot`. Throws [`ApiError`], of status 0
   * where there is no server, or an AbortError.
   */
  async ask<T>(name: string, body: object, slot: string = name): Promise<T> {
    this.#slots.get(slot)?.abort();
    const slotted = new AbortController();
    this.#slots.set(slot, slotted);
    const signal = AbortSignal.any([slotted.signal, this.#whole.signal]);
    let response: Response;
    let json: unknown;
    try {
      response = await fetch(`/api/v1/${name}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ lang: this.lang, ...body }),
        signal,
      });
      json = await response.json();
    } catch (error) {
      if (isAbort(error)) throw error;
      throw new ApiError(0, "unreachable", this.unreachable, null, null);
    }
    // An answer may come in just before it is given up.
    signal.throwIfAborted();
    if (response.ok) return json as T;
    const { code, message, span, suggestion, field } = (json as ErrorBody).error ?? {};
    const words = message ?? response.statusText;
    throw new ApiError(response.status, code ?? "", words, span ?? null, suggestion ?? null, field ?? null);
  }

  /** Gives up everything. */
  close(): void {
    this.#whole.abort();
  }
}

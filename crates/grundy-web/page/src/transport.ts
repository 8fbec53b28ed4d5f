/**
 * Who answers the questions of the page: a server, or the library itself in a worker of this browser.
 *
 * The views know neither: they ask `Api`, which asks the one transport that the page was started with.
 */

/** What a question was answered with: the status it has over HTTP, and the object that goes with it. */
export interface Reply {
  readonly status: number;
  readonly json: unknown;
}

/** The way to the answers. */
export interface Transport {
  /** Who answers, for those who read the page. */
  readonly answers: "server" | "page";
  /** The answer to the endpoint NAME. Rejects with an AbortError once `signal` is aborted, else where nobody answers. */
  ask(name: string, body: object, signal: AbortSignal): Promise<Reply>;
}

/** The server that the page came from. */
export const server: Transport = {
  answers: "server",
  async ask(name, body, signal) {
    const response = await fetch(`/api/v1/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    return { status: response.status, json: await response.json() };
  },
};

let current = server;

/** The transport of this page. */
export function transport(): Transport {
  return current;
}

/** Chooses it, before anything is asked. */
export function setTransport(chosen: Transport): void {
  current = chosen;
}

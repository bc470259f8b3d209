import { randomUUID } from "node:crypto";
import type { InputRequest, InputRequiredResult, InputResponse } from "@modelcontextprotocol/client";
import { RecollectError } from "../core/errors.ts";
import type { CallContext } from "../mcp/catalog.ts";
import { connectionOf } from "../mcp/connection.ts";
import type { CallingClient, CallRoute } from "./calling-client.ts";

/** Calls of one token that wait for their client at the same time. */
const MAX_SUSPENDED_OF_TOKEN = 16;
/** Begins the state of a call that Recollect suspended; the state of a server of revision 2026 is its own. */
const STATE_PREFIX = "recollect-call:";

/** @param noteDuration reports how long the server took; null: not known yet */
type Work = (route: CallRoute, noteDuration: (durationMs: number | null) => void) => Promise<object>;

/** A request of the server that the client has not responded to. */
interface Question {
  readonly request: InputRequest;
  answer(response: InputResponse): void;
}

/**
 * Calls of clients of revision 2026 that wait for their client. This revision has no requests to a client: the call returns
 * what the server asks, and the client repeats the call with the responses. In the meantime the call to the server waits
 * here.
 */
export class SuspendedCalls {
  readonly #server: string;
  readonly #answerTimeoutMs: number;
  readonly #calls = new Map<string, SuspendedCall>();

  constructor(server: string, answerTimeoutMs: number) {
    this.#server = server;
    this.#answerTimeoutMs = answerTimeoutMs;
  }

  /**
   * Begins a call, or continues the one that the client repeats.
   * @param target what is called: a call continues only for the same target and token
   */
  async serve(context: CallContext, target: string, work: Work): Promise<object> {
    const state = stateOf(context);
    const token = context.exchange === null ? "" : connectionOf(context.exchange).tokenId;
    if (state === null) {
      if (this.#countOf(token) >= MAX_SUSPENDED_OF_TOKEN) {
        const params = { server: this.#server, maximum: MAX_SUSPENDED_OF_TOKEN };
        throw new RecollectError("rate_limited", "server_busy", params);
      }
      const answerTimeoutMs = this.#answerTimeoutMs;
      const call = new SuspendedCall({ server: this.#server, token, target, context, answerTimeoutMs });
      this.#calls.set(call.state, call);
      void call.begin(work).finally(() => this.#calls.delete(call.state));
      return await call.serve(context);
    }
    const call = this.#calls.get(state);
    if (call === undefined || call.token !== token || call.target !== target) {
      throw new RecollectError("not_found", "server_call_expired", { server: this.#server });
    }
    return await call.serve(context);
  }

  #countOf(token: string): number {
    return [...this.#calls.values()].filter((call) => call.token === token && call.isSuspended).length;
  }
}

/** Returns the state of a call that Recollect suspended; null for a new call, or with the state of a server. */
export function stateOf({ exchange }: CallContext): string | null {
  const state = exchange?.mcpReq.requestState<unknown>();
  return typeof state === "string" && state.startsWith(STATE_PREFIX) ? state : null;
}

class SuspendedCall {
  readonly state = `${STATE_PREFIX}${randomUUID()}`;
  readonly token: string;
  readonly target: string;
  readonly #server: string;
  readonly #answerTimeoutMs: number;
  readonly #abort = new AbortController();
  readonly #questions = new Map<string, Question>();
  readonly #route: CallRoute;
  #result: Promise<object> = Promise.resolve({});
  /** The request that waits for the result; null while the client is asked. */
  #context: CallContext | null;
  /** When {@link #context} began. */
  #startedAt = 0;
  #onQuestion: () => void = () => undefined;
  #onRepeat: () => void = () => undefined;
  #isSettled = false;
  #expiry: NodeJS.Timeout | null = null;
  #asked = 0;

  constructor(options: {
    readonly server: string;
    readonly token: string;
    readonly target: string;
    readonly context: CallContext;
    readonly answerTimeoutMs: number;
  }) {
    const { server, token, target, context, answerTimeoutMs } = options;
    this.#server = server;
    this.token = token;
    this.target = target;
    this.#context = context;
    this.#answerTimeoutMs = answerTimeoutMs;
    this.#route = {
      signal: this.#abort.signal,
      onprogress: context.wantsProgress
        ? ({ progress, total, message }) => this.#context?.progress(progress, total, message)
        : null,
      client: this.#clientOf(context),
      requestBytes: context.requestBytes,
    };
  }

  get isSuspended(): boolean {
    return this.#context === null;
  }

  /** @returns settles with the call; where its client is asked something at that time, once it has the result */
  async begin(work: Work): Promise<void> {
    this.#result = work(this.#route, (durationMs) => this.#noteDuration(durationMs));
    await this.#result.catch(() => undefined);
    this.#isSettled = true;
    // A server does not have to wait for everything that it asks.
    if (this.isSuspended && !this.#abort.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#onRepeat = resolve;
        this.#abort.signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
    this.#stopExpiry();
  }

  /** Waits for the result, or for a request of the server to the client. */
  async serve(context: CallContext): Promise<object> {
    this.#stopExpiry();
    this.#onRepeat();
    if (this.#isSettled) return await this.#result;
    this.#context = context;
    this.#startedAt = performance.now();
    this.#noteDuration(null);
    const cancel = () => this.#abort.abort(context.signal.reason);
    if (context.signal.aborted) cancel();
    context.signal.addEventListener("abort", cancel, { once: true });
    this.#takeResponses(context);
    try {
      return await Promise.race([this.#result, this.#nextQuestions()]);
    } finally {
      context.signal.removeEventListener("abort", cancel);
      if (this.#context === context) this.#context = null;
      this.#onQuestion = () => undefined;
    }
  }

  #clientOf({ client }: CallContext): CallingClient | null {
    if (client === null) return null;
    return {
      key: this.state,
      capabilities: client.capabilities,
      logLevel: client.logLevel,
      hasAddressError: false,
      ask: (request, { signal }) => this.#ask(request, signal),
      log: (level, data, logger) => this.#context?.log(level, data, logger),
      // This revision reports nothing: the client repeats the call when the person is ready.
      notifyElicitationComplete: () => undefined,
    };
  }

  #ask(request: InputRequest, signal: AbortSignal): Promise<InputResponse> {
    this.#asked += 1;
    const key = `request-${this.#asked}`;
    return new Promise((resolve, reject) => {
      const settle = () => {
        this.#questions.delete(key);
        for (const one of [signal, this.#abort.signal]) one.removeEventListener("abort", cancel);
      };
      const cancel = () => {
        settle();
        reject(new Error("The request was cancelled."));
      };
      for (const one of [signal, this.#abort.signal]) one.addEventListener("abort", cancel, { once: true });
      const answer = (response: InputResponse) => {
        settle();
        resolve(response);
      };
      this.#questions.set(key, { request, answer });
      this.#onQuestion();
    });
  }

  #takeResponses({ exchange }: CallContext): void {
    for (const [key, response] of Object.entries(exchange?.mcpReq.inputResponses ?? {})) {
      this.#questions.get(key)?.answer(response as InputResponse);
    }
  }

  /** Resolves with the open questions as the result that asks the client for input. */
  async #nextQuestions(): Promise<InputRequiredResult> {
    if (this.#questions.size === 0) {
      await new Promise<void>((resolve) => {
        this.#onQuestion = resolve;
      });
    }
    this.#noteDuration(Number.POSITIVE_INFINITY);
    this.#expiry = setTimeout(() => this.#abort.abort(), this.#answerTimeoutMs).unref();
    const requests = [...this.#questions].map(([key, { request }]) => [key, withoutElicitationId(request)] as const);
    return {
      resultType: "input_required",
      inputRequests: Object.fromEntries(requests),
      requestState: this.state,
    };
  }

  /** Notes the duration for the log, at most that of the current request: the call began with an earlier one. */
  #noteDuration(durationMs: number | null): void {
    const elapsed = performance.now() - this.#startedAt;
    this.#context?.noteServer(this.#server, durationMs === null ? null : Math.min(durationMs, elapsed));
  }

  #stopExpiry(): void {
    if (this.#expiry !== null) clearTimeout(this.#expiry);
    this.#expiry = null;
  }
}

/** Revision 2026 has no ids of elicitations. */
function withoutElicitationId(request: InputRequest): InputRequest {
  if (request.method !== "elicitation/create" || request.params.mode !== "url") return request;
  const { elicitationId: _id, ...params } = request.params;
  return { ...request, params } as InputRequest;
}

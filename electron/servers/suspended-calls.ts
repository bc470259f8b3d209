import { randomUUID } from "node:crypto";
import type { InputRequest, InputRequiredResult, InputResponse } from "@modelcontextprotocol/client";
import { OpenItems } from "../core/util/open-items.ts";
import type { CallContext } from "../mcp/catalog-entries.ts";
import { connectionOf } from "../mcp/connection.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import type { CallingClient, CallRoute } from "./calling-client.ts";

/** The maximum calls of one token that wait for their client at the same time. */
const MAX_SUSPENDED_OF_TOKEN = 16;
/** The prefix of the state of a call that Recollect suspended. A server of revision 2026 has its own states. */
const STATE_PREFIX = "recollect-call:";
const INVALID_PARAMS = -32602;
/** Requests that a server sends within this time are returned together. */
const COLLECT_MS = 10;

/** @param noteDuration reports the server's duration, or null while it is unknown */
type Work = (route: CallRoute, noteDuration: (durationMs: number | null) => void) => Promise<object>;

/** A pending request of the server to the client. */
interface Question {
  readonly request: InputRequest;
  answer(response: InputResponse): void;
}

/**
 * Calls of clients of revision 2026 that wait for their client. This revision has no requests to a client: the call
 * returns the server's requests, and the client repeats the call with the responses. Until then the call to the server
 * is kept here.
 */
export class SuspendedCalls {
  readonly #server: string;
  readonly #answerTimeoutMs: number;
  readonly #calls = new OpenItems<SuspendedCall>();

  constructor(server: string, answerTimeoutMs: number) {
    this.#server = server;
    this.#answerTimeoutMs = answerTimeoutMs;
  }

  /**
   * Starts a call, or continues a suspended call that the client repeats.
   * @param target identifies the called entry: a call continues only for the same target and token
   */
  async serve(context: CallContext, target: string, work: Work): Promise<object> {
    const state = suspendedStateOf(context);
    const token = context.exchange === null ? "" : connectionOf(context.exchange).tokenId;
    if (state === null) {
      if (this.#countOf(token) >= MAX_SUSPENDED_OF_TOKEN) {
        const params = { server: this.#server, maximum: MAX_SUSPENDED_OF_TOKEN };
        throw new RecollectError("server_busy", params);
      }
      const answerTimeoutMs = this.#answerTimeoutMs;
      const call = new SuspendedCall({ server: this.#server, token, target, context, answerTimeoutMs });
      this.#calls.add(call);
      void call.start(work).finally(() => this.#calls.delete(call));
      return await call.serve(context);
    }
    const id = state.slice(0, state.lastIndexOf("."));
    const call = this.#calls.find((one) => one.id === id);
    if (call === undefined || call.state !== state || call.token !== token || call.target !== target) {
      throw await this.unknownState();
    }
    return await call.serve(context);
  }

  /** The error for a state without a waiting call. */
  async unknownState(): Promise<Error> {
    const { ProtocolError } = await import("@modelcontextprotocol/client");
    const body = toErrorBody(new RecollectError("server_call_expired", { server: this.#server }));
    return new ProtocolError(INVALID_PARAMS, body.message, body);
  }

  #countOf(token: string): number {
    return this.#calls.list().filter((call) => call.token === token && call.isSuspended).length;
  }
}

/** Returns the state of a call that Recollect suspended; null for a new call or a server's state. */
export function suspendedStateOf(context: CallContext): string | null {
  const state = anyStateOf(context);
  return state?.startsWith(STATE_PREFIX) === true ? state : null;
}

/** Returns the state that a client sends back; null for a new call. */
export function anyStateOf({ exchange }: CallContext): string | null {
  const state = exchange?.mcpReq.requestState<unknown>();
  return typeof state === "string" ? state : null;
}

class SuspendedCall {
  readonly id = `${STATE_PREFIX}${randomUUID()}`;
  readonly token: string;
  readonly target: string;
  readonly #server: string;
  readonly #answerTimeoutMs: number;
  readonly #abort = new AbortController();
  readonly #questions = new Map<string, Question>();
  readonly #route: CallRoute;
  #result: Promise<object> = Promise.resolve({});
  /** The request that waits for the result; null while the call is suspended. */
  #context: CallContext | null;
  /** When {@link #context} started. */
  #startedAt = 0;
  #onQuestion: () => void = () => undefined;
  #onRepeat: () => void = () => undefined;
  #isSettled = false;
  #isSuspended = false;
  #expiry: NodeJS.Timeout | null = null;
  #asked = 0;
  #rounds = 0;

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

  /** Changes with each response, so that each can be continued only once. */
  get state(): string {
    return `${this.id}.${this.#rounds}`;
  }

  /** Whether the client has received a request and not yet repeated the call. */
  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  /** Settles with the call; for a suspended call, once its client has the result or the call has expired. */
  async start(work: Work): Promise<void> {
    this.#result = work(this.#route, (durationMs) => this.#noteDuration(durationMs));
    await this.#result.catch(() => undefined);
    this.#isSettled = true;
    // A server can finish a call without waiting for all responses.
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
    this.#isSuspended = false;
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
      return (await Promise.race([this.#result, this.#nextQuestions()])) ?? this.#suspend();
    } finally {
      context.signal.removeEventListener("abort", cancel);
      if (this.#context === context) this.#context = null;
      this.#onQuestion = () => undefined;
    }
  }

  #clientOf({ client }: CallContext): CallingClient | null {
    if (client === null) return null;
    return {
      key: this.id,
      capabilities: client.capabilities,
      logLevel: client.logLevel,
      hasAddressError: false,
      ask: (request, { signal }) => this.#ask(request, signal),
      log: (level, data, logger) => this.#context?.log(level, data, logger),
      // Not reported in this revision: the client repeats the call when the person is ready.
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

  /** Resolves when the server has sent a request. */
  async #nextQuestions(): Promise<null> {
    if (this.#questions.size === 0) {
      await new Promise<void>((resolve) => {
        this.#onQuestion = resolve;
      });
    }
    await new Promise((resolve) => setTimeout(resolve, COLLECT_MS));
    return null;
  }

  /** Returns the result that asks the client for input. */
  #suspend(): InputRequiredResult {
    this.#isSuspended = true;
    this.#noteDuration(Number.POSITIVE_INFINITY);
    this.#rounds += 1;
    this.#expiry = setTimeout(() => this.#abort.abort(), this.#answerTimeoutMs).unref();
    const requests = [...this.#questions].map(([key, { request }]) => [key, withoutElicitationId(request)] as const);
    return {
      resultType: "input_required",
      inputRequests: Object.fromEntries(requests),
      requestState: this.state,
    };
  }

  /** Records the duration for the log, at most the current request's: the call may have started with an earlier one. */
  #noteDuration(durationMs: number | null): void {
    const elapsed = performance.now() - this.#startedAt;
    this.#context?.noteServer(this.#server, durationMs === null ? null : Math.min(durationMs, elapsed));
  }

  #stopExpiry(): void {
    if (this.#expiry !== null) clearTimeout(this.#expiry);
    this.#expiry = null;
  }
}

/** Revision 2026 has no elicitation ids. */
function withoutElicitationId(request: InputRequest): InputRequest {
  if (request.method !== "elicitation/create" || request.params.mode !== "url") return request;
  const { elicitationId: _id, ...params } = request.params;
  return { ...request, params } as InputRequest;
}

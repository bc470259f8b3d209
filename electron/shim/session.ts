import type { Endpoint } from "../platform/endpoint-file.ts";
import type { AppLocator } from "./app-locator.ts";
import { createBackOff } from "./back-off.ts";
import type { ClientNotification, ClientRequest, JsonObject } from "./client-message.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { type HttpChannel, readBody } from "./http-channel.ts";
import type { LineWriter } from "./line-writer.ts";
import { firstResponse, forwardEvents } from "./response-reader.ts";

/** The server refuses to take the handshake up again. */
export class SessionRefused extends Error {}

/** What the client set in its session, to be set again in the next one. */
interface SessionMemory {
  readonly initialize: ClientRequest;
  initialized: ClientNotification | null;
  logLevel: ClientRequest | null;
  readonly subscriptions: Map<string, ClientRequest>;
  serverVersion: string | null;
  announcesResources: boolean;
}

/** A session as the server knows it. */
interface Binding {
  readonly endpoint: Endpoint;
  readonly headers: Readonly<Record<string, string>>;
  readonly serverVersion: string | null;
}

/** The 2025 era's session, which outlives the application: a new one is made where the old one is gone. */
export interface Session {
  /** Runs the client's own handshake step; what the client sends meanwhile waits for it. */
  handshake<Result>(step: () => Promise<Result>): Promise<Result>;
  /** The client's `initialize` was answered. */
  begin(request: ClientRequest, endpoint: Endpoint, sessionId: string | undefined, result: JsonObject): void;
  /** The client's `notifications/initialized` was taken: the server may speak now. */
  confirm(notification: ClientNotification): void;
  /** Keeps what the request sets, once it was answered well. */
  remember(request: ClientRequest): void;
  /** Resolves when the handshake steps begun so far are done. */
  ready(): Promise<unknown>;
  /** Headers of the session at this endpoint; makes it anew where needed. @throws ConnectionFailure, SessionRefused */
  headersFor(endpoint: Endpoint): Promise<Readonly<Record<string, string>>>;
  /** The server does not know the session of these headers. */
  lose(headers: Readonly<Record<string, string>>): void;
  readonly begun: boolean;
  /** Ends the session on the server, as far as it answers. */
  end(): Promise<void>;
}

const SHIM_ID_PREFIX = "recollect-shim";

export function createSession(
  channel: HttpChannel,
  locator: AppLocator,
  writer: LineWriter,
  diagnostics: Diagnostics,
  closing: AbortSignal,
): Session {
  let memory: SessionMemory | null = null;
  let binding: Binding | null = null;
  let renewal: Promise<Binding> | null = null;
  let handshakes: Promise<unknown> = Promise.resolve();
  let listening = false;
  let shimIds = 0;

  const headersOf = (sessionId: string | undefined, result: JsonObject): Record<string, string> => ({
    ...(sessionId === undefined ? {} : { "mcp-session-id": sessionId }),
    ...(typeof result.protocolVersion === "string" ? { "mcp-protocol-version": result.protocolVersion } : {}),
  });

  const post = (endpoint: Endpoint, headers: Readonly<Record<string, string>>, body: Buffer) =>
    channel.send(endpoint, { method: "POST", headers, body, signal: closing });

  /** Repeats a request of the client's under an id of the shim's. */
  const repeat = async (endpoint: Endpoint, headers: Readonly<Record<string, string>>, request: ClientRequest) => {
    shimIds += 1;
    const message = {
      jsonrpc: "2.0",
      id: `${SHIM_ID_PREFIX}-${shimIds}`,
      method: request.method,
      params: request.params,
    };
    await readBody(await post(endpoint, headers, Buffer.from(JSON.stringify(message))));
  };

  const renew = async (endpoint: Endpoint, known: SessionMemory): Promise<Binding> => {
    const response = await post(endpoint, {}, known.initialize.body);
    const answer = await firstResponse(response);
    if (response.statusCode !== 200 || answer === null || !("result" in answer)) {
      throw new SessionRefused(`The session could not be taken up again (HTTP status ${response.statusCode}).`);
    }
    const result = answer.result as JsonObject;
    const headers = headersOf(sessionIdOf(response.headers), result);
    if (known.initialized !== null) {
      await readBody(await post(endpoint, headers, known.initialized.body));
      if (known.logLevel !== null) await repeat(endpoint, headers, known.logLevel);
      for (const request of known.subscriptions.values()) await repeat(endpoint, headers, request);
    }
    diagnostics.tell("Connected to Recollect again.");
    return { endpoint, headers, serverVersion: serverVersionOf(result) };
  };

  /** What changed while nobody listened is not known, so the client is told to look. */
  const announceChanges = async (known: SessionMemory, serverVersion: string | null) => {
    const methods = known.announcesResources ? ["notifications/resources/list_changed"] : [];
    if (serverVersion !== known.serverVersion) {
      methods.push("notifications/tools/list_changed", "notifications/prompts/list_changed");
      known.serverVersion = serverVersion;
    }
    for (const method of methods) await writer.write(JSON.stringify({ jsonrpc: "2.0", method }));
    for (const uri of known.subscriptions.keys()) {
      await writer.write(
        JSON.stringify({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri } }),
      );
    }
  };

  const bind = async (endpoint: Endpoint): Promise<Binding | null> => {
    if (memory === null) return null;
    if (binding !== null && isSameApp(binding.endpoint, endpoint)) return binding;
    renewal ??= renew(endpoint, memory).finally(() => {
      renewal = null;
    });
    binding = await renewal;
    return binding;
  };

  const lose = (headers: Readonly<Record<string, string>>) => {
    if (binding?.headers === headers) binding = null;
  };

  /** One stream of the server's own messages, from its opening to its end. Answers whether another makes sense. */
  const listenOnce = async (endpoint: Endpoint, resume: { id: string | null; opened: boolean }): Promise<boolean> => {
    const before = binding;
    const current = await bind(endpoint);
    if (current === null || memory === null) return false;
    if (current !== before) resume.id = null;
    const lastEvent: Record<string, string> = resume.id === null ? {} : { "last-event-id": resume.id };
    const response = await channel.send(endpoint, {
      method: "GET",
      headers: { ...current.headers, ...lastEvent, accept: "text/event-stream" },
      signal: closing,
    });
    if (response.statusCode !== 200) {
      response.resume();
      if (response.statusCode === 404) lose(current.headers);
      if (response.statusCode === 401) locator.distrust(endpoint);
      // 405: this server says nothing unasked.
      return response.statusCode !== 405;
    }
    if (resume.opened) await announceChanges(memory, current.serverVersion);
    resume.opened = true;
    await forwardEvents(response, async (event) => {
      if (event.id !== null) resume.id = event.id;
      if (event.data !== "") await writer.write(event.data);
    });
    return true;
  };

  /** Listens again and again. Never starts the application. */
  const listen = async () => {
    const resume = { id: null, opened: false };
    const backOff = createBackOff();
    while (!closing.aborted) {
      const endpoint = await locator.waitUntilRunning(closing).catch(() => null);
      if (endpoint === null) return;
      backOff.begin();
      try {
        if (!(await listenOnce(endpoint, resume))) return;
      } catch {
        locator.distrust(endpoint);
      }
      await backOff.pause(closing);
    }
  };

  return {
    handshake(step) {
      const run = handshakes.then(step);
      handshakes = run.catch(() => {});
      return run;
    },
    begin(request, endpoint, sessionId, result) {
      memory = {
        initialize: request,
        initialized: null,
        logLevel: null,
        subscriptions: new Map(),
        serverVersion: serverVersionOf(result),
        announcesResources: announcesResources(result),
      };
      binding = { endpoint, headers: headersOf(sessionId, result), serverVersion: serverVersionOf(result) };
    },
    confirm(notification) {
      if (memory === null) return;
      memory.initialized = notification;
      if (listening) return;
      listening = true;
      void listen().finally(() => {
        listening = false;
      });
    },
    remember(request) {
      if (memory === null) return;
      const uri = request.params.uri;
      if (request.method === "logging/setLevel") memory.logLevel = request;
      else if (typeof uri !== "string") return;
      else if (request.method === "resources/subscribe") memory.subscriptions.set(uri, request);
      else if (request.method === "resources/unsubscribe") memory.subscriptions.delete(uri);
    },
    ready: () => handshakes,
    async headersFor(endpoint) {
      return (await bind(endpoint))?.headers ?? {};
    },
    lose,
    get begun() {
      return memory !== null;
    },
    async end() {
      if (binding === null || binding.headers["mcp-session-id"] === undefined) return;
      const { endpoint, headers } = binding;
      (await channel.send(endpoint, { method: "DELETE", headers })).resume();
    },
  };
}

function isSameApp(one: Endpoint, other: Endpoint): boolean {
  return one.pid === other.pid && one.url === other.url && one.token === other.token;
}

function sessionIdOf(headers: NodeJS.Dict<string | string[]>): string | undefined {
  const id = headers["mcp-session-id"];
  return typeof id === "string" ? id : undefined;
}

function serverVersionOf(result: JsonObject): string | null {
  const version = (result.serverInfo as JsonObject | undefined)?.version;
  return typeof version === "string" ? version : null;
}

function announcesResources(result: JsonObject): boolean {
  const resources = (result.capabilities as JsonObject | undefined)?.resources as JsonObject | undefined;
  return resources?.listChanged === true;
}

import type { Memory } from "../core/memory.ts";
import type { IndexStatus } from "../core/memory-service.ts";
import type { MemoryCounts } from "../core/ports.ts";
import { COMMAND_LINE_CLIENT } from "../core/request-log.ts";
import type { SearchHit, SearchMode } from "../core/search.ts";
import { type Endpoint, readLiveEndpoint } from "../platform/endpoint-file.ts";
import { APP_VERSION } from "../platform/version.ts";
import type { AppLocator } from "../shim/app-locator.ts";
import { AppUnavailable, appStopped } from "../shim/app-unavailable.ts";
import { ConnectionFailure } from "../shim/connection-failure.ts";
import type { HttpChannel } from "../shim/http-channel.ts";
import { postOnce } from "../shim/post-once.ts";
import { type DetectedProject, projectHeaders } from "../shim/project.ts";
import { type ErrorBody, RecollectError } from "../text/errors.ts";
import type { MethodInput, MethodName, MethodOutput } from "../window-api/contract.ts";

/** How many requests have a connection of their own: loading Node's `http` takes longer. */
const MAX_SINGLE_REQUESTS = 4;

/** The results of the tools that the command line calls, with `detail: "everything"`. */
interface ToolResults {
  readonly capture_memory: Noticed & {
    readonly memory: Memory;
    readonly created: boolean;
    readonly addedTags?: readonly string[];
    readonly similar?: readonly { readonly id: string; readonly title: string }[];
  };
  readonly search_memories: Noticed & {
    readonly results: readonly (Memory & Pick<SearchHit, "score" | "matched">)[];
    readonly nextCursor?: string;
    readonly mode: SearchMode;
  };
  readonly list_memories: Noticed & {
    readonly memories: readonly (Memory & { readonly truncated?: true })[];
    readonly nextCursor?: string;
  };
  readonly get_memory: { readonly memory: Memory };
  readonly memory_status: {
    readonly counts: MemoryCounts;
    readonly index: IndexStatus;
    readonly version: string;
    readonly uptimeSeconds: number;
    readonly project: string | null;
  };
}

interface Noticed {
  readonly notices?: readonly string[];
}

/** The application, for the command line. */
export interface AppClient {
  /**
   * Calls a tool for reads and captures in the folder's project, as an assistant does.
   * @throws RecollectError with the application's error, AppUnavailable
   */
  call<Tool extends keyof ToolResults>(tool: Tool, args: object): Promise<ToolResults[Tool]>;
  /** Calls a method of the window. @throws RecollectError with the application's error, AppUnavailable */
  ask<Name extends MethodName>(method: Name, input: MethodInput<Name>): Promise<MethodOutput<Name>>;
  /** Returns the name of the folder's project, as the application decides; null for none. @throws as `ask` */
  project(): Promise<string | null>;
  close(): void;
}

/**
 * Connects to the application over REST, with the owner's token. After a restart it is located again.
 * @param project the default for reads and captures
 */
export function createAppClient(
  locator: Pick<AppLocator, "locate" | "distrust">,
  project: DetectedProject | null,
): AppClient {
  const headers = {
    accept: "application/json",
    "user-agent": `${COMMAND_LINE_CLIENT}/${APP_VERSION}`,
    ...projectHeaders(project),
  };
  let sent = 0;
  let channel: HttpChannel | null = null;

  /** Most commands send one or two requests, each on its own connection. Further ones share connections. */
  const send = async (endpoint: Endpoint, path: string, body: Buffer) => {
    sent += 1;
    if (sent <= MAX_SINGLE_REQUESTS) return await postOnce(endpoint, { path, headers, body });
    const { HttpChannel, readBody } = await import("../shim/http-channel.ts");
    channel ??= new HttpChannel(headers);
    const url = new URL(path, endpoint.url).href;
    const response = await channel.send({ ...endpoint, url }, { method: "POST", headers: {}, body });
    return { status: response.statusCode ?? 0, text: (await readBody(response)).toString("utf8") };
  };

  /** Retries once if the request did not reach the application, or another instance rejected the token. */
  const sendWithRetry = async (path: string, body: Buffer) => {
    const endpoint = await locator.locate();
    try {
      const response = await send(endpoint, path, body);
      if (response.status !== 401) return response;
    } catch (error) {
      if (!(error instanceof ConnectionFailure) || error.reached || error.stopped !== null) throw error;
    }
    locator.distrust(endpoint);
    return await send(await locator.locate(), path, body);
  };

  const post = async <Result>(path: string, body: object): Promise<Result> => {
    try {
      const { status, text } = await sendWithRetry(path, Buffer.from(JSON.stringify(body)));
      const value: unknown = JSON.parse(text);
      if (status === 200) return value as Result;
      throw RecollectError.fromBody((value as { readonly error: ErrorBody }).error);
    } catch (error) {
      if (error instanceof ConnectionFailure) {
        if (error.stopped !== null) throw appStopped({ pid: error.stopped });
        throw new AppUnavailable("app_connection_lost", { problem: error.message });
      }
      throw error;
    }
  };

  let projectName: Promise<string | null> | null = null;
  const askProject = async () => {
    if (project === null || project.host === null) return project?.name ?? null;
    return await post<string>("/owner/methods/app.projectName", { name: project.name, host: project.host });
  };
  return {
    call: (tool, args) => post(`/tools/${tool}`, args),
    ask: (method, input) => post(`/owner/methods/${method}`, input),
    project() {
      projectName ??= askProject();
      return projectName;
    },
    close: () => channel?.close(),
  };
}

/** How long an application that runs may take to respond, also on a busy machine. */
const HEALTH_TIMEOUT_MS = 10_000;

/**
 * Returns the endpoint of the application if it runs and responds, otherwise null. Never starts it.
 * @throws AppUnavailable if another program is at its address, or if its process is stopped or silent
 */
export async function findRunning(endpointFile: string): Promise<Endpoint | null> {
  const endpoint = readLiveEndpoint(endpointFile);
  if (endpoint === null) return null;
  const { findServerFault } = await import("../platform/server-proof.ts");
  switch (await findServerFault(endpoint, HEALTH_TIMEOUT_MS)) {
    case null:
      return endpoint;
    case "foreign":
      throw new AppUnavailable("app_address_foreign", { port: endpoint.port });
    case "stopped":
      throw appStopped(endpoint);
    case "silent":
      throw new AppUnavailable("app_not_responding", {});
    case "absent":
      return null;
  }
}

/** A locator that never starts the application. */
export function attachOnly(endpointFile: string): Pick<AppLocator, "locate" | "distrust"> {
  return {
    async locate() {
      const endpoint = await findRunning(endpointFile);
      if (endpoint === null) throw new AppUnavailable("app_not_running", {});
      return endpoint;
    },
    distrust: () => undefined,
  };
}

/**
 * A locator that starts the application if it does not run. The code that starts it is loaded on demand: usually, one
 * small file has its address.
 */
export function startingLocator(
  endpointFile: string,
  open: () => Promise<Pick<AppLocator, "locate" | "distrust">>,
): Pick<AppLocator, "locate" | "distrust"> {
  let locator: Promise<Pick<AppLocator, "locate" | "distrust">> | null = null;
  let distrusted: Endpoint | null = null;
  return {
    async locate() {
      const endpoint = locator === null && distrusted === null ? readLiveEndpoint(endpointFile) : null;
      if (endpoint !== null) return endpoint;
      locator ??= open();
      const opened = await locator;
      if (distrusted !== null) opened.distrust(distrusted);
      distrusted = null;
      return await opened.locate();
    },
    distrust(endpoint) {
      distrusted = endpoint;
    },
  };
}

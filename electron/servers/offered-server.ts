import type { CallContext } from "../mcp/catalog.ts";
import type { ManagedServer } from "./managed-server.ts";
import type { CallRoute } from "./server-connection.ts";
import type { ServerRecord } from "./server-file.ts";
import type { ToolPin } from "./tool-pins.ts";

/** A server with the names that clients use. */
export interface OfferedServer {
  readonly record: ServerRecord;
  readonly managed: ManagedServer;
  readonly pins: readonly ToolPin[];
  /** The pins as they are now: a server that was just started may have changed its tools. */
  current(): readonly ToolPin[];
  /** By own name. */
  readonly toolNames: ReadonlyMap<string, string>;
  readonly promptNames: ReadonlyMap<string, string>;
}

/** How a call of a client reaches a server. */
export function routeOf({ signal, wantsProgress, progress }: CallContext): CallRoute {
  return {
    signal,
    onprogress: wantsProgress ? (sent) => progress(sent.progress, sent.total, sent.message) : null,
  };
}

import type { Client, LoggingLevel } from "@modelcontextprotocol/client";
import { LOG_LEVELS } from "../mcp/call-context.ts";

/**
 * The level of log messages that a connection requests from a server of revision 2025. Clients share the connection, so
 * it is the lowest level that any of them requested; each client gets only the messages of its own level.
 */
export class LogLevels {
  #lowest: LoggingLevel | null = null;

  /** @param level the level of the calling client, or null */
  async request(client: Client, level: LoggingLevel | null): Promise<void> {
    if (level === null || client.getProtocolEra() !== "legacy") return;
    if (client.getServerCapabilities()?.logging === undefined) return;
    if (this.#lowest !== null && LOG_LEVELS.indexOf(this.#lowest) <= LOG_LEVELS.indexOf(level)) return;
    this.#lowest = level;
    // A server that refuses it still serves the call.
    await client.setLoggingLevel(level).catch(() => undefined);
  }
}

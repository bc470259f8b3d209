import type { Client, LoggingLevel } from "@modelcontextprotocol/client";
import { LOG_LEVELS } from "../mcp/call-context.ts";

/**
 * The level of log messages that a connection asked a server of revision 2025 for. It is shared by the clients, so it is the
 * lowest that one of them asked for; each client gets the messages of its own level.
 */
export class LogLevels {
  #lowest: LoggingLevel | null = null;

  /** @param level the level of the calling client; null if it asked for none */
  async request(client: Client, level: LoggingLevel | null): Promise<void> {
    if (level === null || client.getProtocolEra() !== "legacy") return;
    if (client.getServerCapabilities()?.logging === undefined) return;
    if (this.#lowest !== null && LOG_LEVELS.indexOf(this.#lowest) <= LOG_LEVELS.indexOf(level)) return;
    this.#lowest = level;
    // A server that refuses it still serves the call.
    await client.setLoggingLevel(level).catch(() => undefined);
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Application } from "./application.ts";
import type { Gate } from "./gate.ts";
import type { Journal } from "./journal.ts";
import type { Report } from "./report.ts";
import { NoResponse, Refused, type Structured, type ToolClient, TRANSPORTS } from "./tool-clients.ts";

const ALWAYS_POSSIBLE = ["conflict", "unauthenticated", "not_found"];

/** The limits that the application may meet while a fault is active. */
export interface Faults {
  /** The disk is full, or was a moment ago. */
  diskFull: boolean;
}

export interface LoadOptions {
  readonly application: Application;
  readonly gate: Gate;
  readonly journal: Journal;
  readonly report: Report;
  readonly faults: Faults;
  /** Error codes that its calls may get in addition to the common ones. */
  readonly mayRefuse?: readonly string[];
}

/** One client of the load, which reconnects after every error. */
export class Member {
  readonly name: string;
  /** Whether its transport sends a call again whose response was lost. */
  readonly repeats: boolean;
  readonly #options: LoadOptions;
  readonly #transport: string;
  #client: ToolClient | null = null;

  constructor(name: string, transport: string, options: LoadOptions) {
    this.name = name;
    this.repeats = transport.startsWith("shim");
    this.#transport = transport;
    this.#options = options;
  }

  get journal(): Journal {
    return this.#options.journal;
  }

  get report(): Report {
    return this.#options.report;
  }

  get application(): Application {
    return this.#options.application;
  }

  /** Calls a tool, connecting first if necessary. @throws Refused; any other error leaves the outcome open */
  async call(name: string, args: Structured): Promise<Structured> {
    const { application, report, faults, mayRefuse } = this.#options;
    const endpoint = await application.ready();
    const wasFull = faults.diskFull;
    try {
      this.#client ??= await connect(this.#transport, { endpoint, env: application.env, name: this.name });
      const result = await this.#client.call(name, args);
      report.count("requests", this.#transport);
      return result;
    } catch (error) {
      if (error instanceof NoResponse) report.violation(`${this.name}: ${error.message}`);
      if (error instanceof Refused) {
        report.count("refused", error.code);
        const expected = [...ALWAYS_POSSIBLE, ...(mayRefuse ?? [])].includes(error.code);
        // A call that started on a full disk may still be refused after space is freed.
        const full = error.code === "storage" && (wasFull || faults.diskFull);
        if (!expected && !full) report.violation(`${this.name}: ${name} was refused: ${error.message}`);
        if (error.code !== "unauthenticated") throw error;
      } else {
        report.count("requests", "without response");
      }
      await this.disconnect();
      throw error;
    }
  }

  async disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    // A session that was lost cannot be closed.
    await client?.close().catch(() => {});
  }

  /** Repeats a step until the load ends. @param pause returns the milliseconds between two steps */
  async run(step: () => Promise<void>, pause: () => number): Promise<void> {
    const { gate, report } = this.#options;
    gate.join();
    try {
      while (await gate.pass()) {
        await step();
        await sleep(pause());
      }
    } catch (error) {
      report.violation(`${this.name} ended: ${error instanceof Error ? error.stack : String(error)}`);
    } finally {
      gate.leave();
      await this.disconnect();
    }
  }
}

function connect(transport: string, options: Parameters<(typeof TRANSPORTS)[string]>[0]): Promise<ToolClient> {
  const open = TRANSPORTS[transport];
  if (open === undefined) throw new Error(`No transport ${transport}.`);
  return open(options);
}

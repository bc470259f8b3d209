import { existsSync, readFileSync } from "node:fs";
import type { Prompt, Resource, ResourceTemplateType, Tool } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Clock, Logger } from "../core/ports.ts";
import { setAside } from "../core/util/set-aside.ts";
import { RecollectError } from "../text/errors.ts";
import { serverTransport } from "./definition.ts";

const named = z.looseObject({ name: z.string() });
const tool = named as unknown as z.ZodType<Tool>;

const serverRecord = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  transport: serverTransport,
  secretNames: z.array(z.string()),
  identity: z.object({ name: z.string(), version: z.string() }).nullable(),
  protocolVersion: z.string().nullable(),
  /** Whether clients read what memory has about it, with its tools. */
  memoryHints: z.boolean().default(false),
  /** The tools as the owner approved them. Clients read these texts, and only these. */
  approved: z.array(z.object({ definition: tool, enabled: z.boolean() })),
  /** What the server offered last, so that a list needs no running server. */
  offered: z.object({
    tools: z.array(tool),
    prompts: z.array(named as unknown as z.ZodType<Prompt>),
    resources: z.array(z.looseObject({ uri: z.string() }) as unknown as z.ZodType<Resource>),
    templates: z.array(z.looseObject({ uriTemplate: z.string() }) as unknown as z.ZodType<ResourceTemplateType>),
    completions: z.boolean(),
    /** Whether it reports changes of resources. */
    subscriptions: z.boolean().default(false),
  }),
});

/** A server as it is stored. */
export type ServerRecord = z.output<typeof serverRecord>;
/** What a server offers. */
export type Offered = ServerRecord["offered"];

export const NOTHING_OFFERED: Offered = {
  tools: [],
  prompts: [],
  resources: [],
  templates: [],
  completions: false,
  subscriptions: false,
};

const serversFile = z.object({ servers: z.array(serverRecord) });

interface ServerFileOptions {
  readonly file: string;
  readonly write: (file: string, content: string) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** `servers.json` in the data folder: the servers, what was approved and what they offered. It has no secret values. */
export class ServerFile {
  readonly #options: ServerFileOptions;
  #records: ReadonlyMap<string, ServerRecord>;
  /** Reports that the file was damaged and renamed; null if it was not. */
  readonly damage: RecollectError | null;

  constructor(options: ServerFileOptions) {
    this.#options = options;
    const { records, damage } = readServers(options);
    this.#records = new Map(records.map((record) => [record.id, record]));
    this.damage = damage;
  }

  /** In the order in which they were added. */
  list(): readonly ServerRecord[] {
    return [...this.#records.values()];
  }

  get(id: string): ServerRecord | undefined {
    return this.#records.get(id);
  }

  /** Adds or replaces a record. @throws storage; then nothing changes */
  put(record: ServerRecord): void {
    this.#replace(new Map(this.#records).set(record.id, record));
  }

  /** @throws storage; then nothing changes */
  delete(id: string): void {
    const records = new Map(this.#records);
    records.delete(id);
    this.#replace(records);
  }

  #replace(records: ReadonlyMap<string, ServerRecord>): void {
    const { file, write } = this.#options;
    write(file, `${JSON.stringify({ servers: [...records.values()] })}\n`);
    this.#records = records;
  }
}

function readServers({ file, clock, logger }: ServerFileOptions): {
  readonly records: readonly ServerRecord[];
  readonly damage: RecollectError | null;
} {
  if (!existsSync(file)) return { records: [], damage: null };
  try {
    return { records: serversFile.parse(JSON.parse(readFileSync(file, "utf8"))).servers, damage: null };
  } catch (error) {
    const aside = setAside(file, "broken", clock.now());
    logger.warn("The list of servers could not be read. The file was renamed.", { aside, error });
    return { records: [], damage: new RecollectError("servers_file_damaged", { setAside: aside }) };
  }
}

import type { Prompt, Resource, ResourceTemplateType, Tool } from "@modelcontextprotocol/client";
import { z } from "zod";
import { type RecordContext, RecordList } from "../platform/record-file.ts";
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
  /** The local day of its last call from a client or the owner (`2026-01-31`); null before the first. */
  lastCalledOn: z.string().nullable().default(null),
  /** Whether clients see memories about it, with its tools. */
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

/** `servers.json`: the servers, the approved tools and what each server offered last. It has no secret values. */
export function openServerFile(options: RecordContext & { readonly file: string }): RecordList<ServerRecord> {
  return new RecordList({
    ...options,
    item: serverRecord,
    keyOf: ({ id }) => id,
    property: "servers",
    isCompact: true,
    damage: (setAside) => new RecollectError("servers_file_damaged", { setAside }),
  });
}

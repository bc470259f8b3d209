import { type GivenBy, NO_RECORDER } from "../core/use.ts";
import { isRecord } from "../core/util/is-record.ts";
import type { CallContext, CatalogTool } from "./catalog-entries.ts";
import type { MemorySourceDependencies } from "./memory-source-dependencies.ts";

/** The members of structured content that contain memories. */
const MEMBERS = ["results", "memories", "memory"];
/** Longer ids are not the id of a session. */
const MAX_SESSION_LENGTH = 200;
/** The names of a session's id in `_meta`, in lower case without signs; a prefix such as `example.com/` is ignored. */
const SESSION_MEMBERS = ["sessionid", "threadid", "conversationid"];
/** An object in `_meta` can contain the id, as in Codex (`x-codex-turn-metadata`). */
const MAX_DEPTH = 1;

/** Records the memories in the results of a tool. The owner's own calls, such as the command line's, are not recorded. */
export function recordGiven(
  tool: CatalogTool,
  by: GivenBy,
  { recorder = NO_RECORDER, clock }: Pick<MemorySourceDependencies, "recorder" | "clock">,
): CatalogTool {
  return {
    ...tool,
    async call(args, context) {
      const result = await tool.call(args, context);
      const { client, subject, project } = context.caller;
      if (client !== null && !context.signal.aborted && "structuredContent" in result && result.isError !== true) {
        const session = sessionOf(context);
        const memories = idsOf(result.structuredContent);
        recorder.record({ memories, by, at: clock.now(), subject, client: client.name, session, project });
      }
      return result;
    },
  };
}

function idsOf(content: unknown): string[] {
  if (!isRecord(content)) return [];
  return MEMBERS.flatMap((member) => content[member])
    .filter(isRecord)
    .flatMap(({ id }) => (typeof id === "string" ? [id] : []));
}

/** The id of the client's session in `_meta`, or null. */
function sessionOf({ exchange }: CallContext): string | null {
  return findSession(exchange?.mcpReq._meta, 0);
}

function findSession(meta: unknown, depth: number): string | null {
  if (!isRecord(meta)) return null;
  const members = Object.entries(meta);
  for (const name of SESSION_MEMBERS) {
    const [, value] = members.find(([key]) => plainName(key) === name) ?? [];
    if (typeof value === "string" && value !== "" && value.length <= MAX_SESSION_LENGTH) return value;
  }
  if (depth === MAX_DEPTH) return null;
  return members.map(([, value]) => findSession(value, depth + 1)).find((session) => session !== null) ?? null;
}

function plainName(key: string): string {
  return (key.split("/").at(-1) ?? "").toLowerCase().replace(/[^a-z]/g, "");
}

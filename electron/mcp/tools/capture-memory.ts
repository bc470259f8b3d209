import { z } from "zod";
import { type Memory, titleOf } from "../../core/memory.ts";
import type { SimilarMemory } from "../../core/search.ts";
import { inboxNotices } from "../../text/en/notices.ts";
import type { CatalogTool } from "../catalog-entries.ts";
import { DATA_NOTE, inLine, quote, TEXT_NOTE } from "../framing.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { DETAILS, type ShortIds } from "./memory-forms.ts";
import { memoryArguments, noticesSchema } from "./schemas.ts";
import { WriteNotices } from "./write-notices.ts";

/** Similar memories that an answer names, the most similar first. */
const MAX_SIMILAR = 3;
const TITLE_LENGTH = 60;

/** `capture_memory`: saves one piece of knowledge. */
export function captureMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  const { validFrom, validUntil, ...fields } = memoryArguments("capture", ["content"]);
  return defineTool(logger, {
    name: "capture_memory",
    title: "Capture a memory",
    description: `Save one fact for later conversations with any assistant, as soon as it is clear: a decision and its reason, a convention, preference, pitfall and its fix, or open task. Full sentences that make sense on their own. No secrets.

Example: {"content": "We use pnpm, not npm: npm's lockfile broke the Docker cache (May 2026).", "namespace": "decisions", "tags": ["pnpm", "docker"]}

The answer names similar memories: if one is now outdated, correct it with update_memory, or capture with "supersedes".`,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({
      ...fields,
      supersedes: z.string().max(2200).optional().describe("Id of the memory that it replaces."),
      validFrom,
      validUntil,
      detail: z.enum(DETAILS).optional(),
    }),
    unpublished: ["detail"],
    output: z.object({
      note: z.string().optional(),
      memory: z.object({ id: z.string(), domain: z.string() }).optional(),
      created: z.boolean(),
      addedTags: z.array(z.string()).optional(),
      similar: z.array(z.object({ id: z.string(), title: z.string() })),
      notices: noticesSchema,
      waiting: z.object({ id: z.string(), notice: z.string() }).optional(),
    }),
    async run({ detail, ...args }, { caller }) {
      const notices = new WriteNotices(args);
      const { memory, created, addedTags, waiting, similar } = await service.capture(caller, args, notices.add);
      const texts = notices.texts();
      const noted = texts === undefined ? {} : { notices: texts };
      if (waiting) {
        const notice = inboxNotices.waits();
        return {
          text: [`${memory.id}: ${notice}`, ...(texts ?? [])].join("\n"),
          structured: { created, similar: [], ...noted, waiting: { id: memory.id, notice } },
        };
      }
      const named = detail === "everything" ? similar : similar.slice(0, MAX_SIMILAR);
      const short = await service.shortIds(caller, [memory.id, ...named.map((entry) => entry.memory.id)]);
      return {
        text: [
          toSentence(memory, created, short),
          ...(addedTags.length === 0 ? [] : [`Tags added to it: ${inLine(addedTags.join(", "))}`]),
          ...(texts ?? []),
          ...(named.length === 0 ? [] : ["", TEXT_NOTE, "", "Similar:", quote(toLines(named, short))]),
        ].join("\n"),
        structured: {
          ...(named.length === 0 && detail !== "everything" ? {} : { note: DATA_NOTE }),
          memory: detail === "everything" ? memory : { id: memory.id, domain: memory.domain },
          created,
          ...(addedTags.length === 0 ? {} : { addedTags: [...addedTags] }),
          similar: named.map((entry) => ({
            id: entry.memory.id,
            title: titleOf(entry.memory.content, TITLE_LENGTH),
          })),
          ...noted,
        },
      };
    },
  });
}

function toSentence({ id, domain }: Memory, created: boolean, short: ShortIds): string {
  return `${created ? "Captured" : "Known already"}: ${short.get(id) ?? id} · ${inLine(domain)}`;
}

function toLines(similar: readonly SimilarMemory[], short: ShortIds): string {
  return similar
    .map(({ memory: { id, content } }) => `${short.get(id) ?? id} ${inLine(titleOf(content, TITLE_LENGTH))}`)
    .join("\n");
}

import { z } from "zod";
import { MAX_SOURCE_LENGTH, MAX_TAGS } from "../../core/memory.ts";
import { SIMILARITY_SIGNALS } from "../../core/search.ts";
import { inboxNotices } from "../../core/text/en/notices.ts";
import type { CatalogTool } from "../catalog.ts";
import { withDataNote } from "../framing.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { withDetail } from "./detail.ts";
import { memorySchema, noteSchema, noticesSchema, validityArguments } from "./schemas.ts";
import { WriteNotices } from "./write-notices.ts";

const similarSchema = z.object({
  memory: memorySchema,
  score: z.number().describe("Similarity, 0 to 1."),
  by: z.enum(SIMILARITY_SIGNALS),
});

/** `capture_memory`: saves one piece of knowledge. */
export function captureMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "capture_memory",
      title: "Capture a memory",
      description: `Save one piece of knowledge for later conversations with any assistant. Use it as soon as something that will matter next time becomes clear: a decision and its reason, a convention, a preference, a project fact, a pitfall and its fix, an open task. Write full sentences that make sense on their own; one fact per memory. No secrets.

Example: {"content": "We use pnpm, not npm, in this repository: the lockfile of npm broke the Docker cache (May 2026).", "namespace": "decisions", "tags": ["pnpm", "docker"]}

Identical content is stored once ("created": false). "similar" lists similar existing memories: if one is now outdated, correct it with update_memory, or pass it as "supersedes".`,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      input: z.strictObject({
        content: z
          .string()
          .describe("The knowledge, in Markdown, 1 byte to 64 KiB. Must make sense without this conversation."),
        namespace: z
          .string()
          .max(100)
          .optional()
          .describe(
            "Kind of knowledge: decisions, patterns, learnings, context (default), tech-debt, blockers, progress, apis, config, security, testing, performance, or one the owner added.",
          ),
        domain: z
          .string()
          .max(300)
          .optional()
          .describe(
            'What it is about: "user" if it applies everywhere, or a project such as "owner/repo". Default: the current project, else "user".',
          ),
        tags: z
          .array(z.string().max(500))
          .max(MAX_TAGS)
          .optional()
          .describe('A few words to find it by, for example ["auth", "postgres"].'),
        source: z.string().max(MAX_SOURCE_LENGTH).optional().describe("Where it comes from: a file, URL or commit."),
        ...validityArguments,
        supersedes: z
          .string()
          .max(2200)
          .optional()
          .describe("URN or id of the memory this one replaces; the old one is hidden from results."),
      }),
      output: z.object({
        note: noteSchema.optional(),
        memory: memorySchema.optional().describe("Absent while it waits for review."),
        created: z.boolean().describe("False: the same content already existed, or it waits for review."),
        similar: z.array(similarSchema),
        notices: noticesSchema.optional(),
        waiting: z
          .object({ id: z.string(), notice: z.string() })
          .optional()
          .describe("It waits for the owner's review; memory_status returns the decision."),
      }),
      async run(args, { caller }) {
        const notices = new WriteNotices(args);
        const { memory, created, waiting, similar } = await service.capture(caller, args, notices.add);
        if (waiting) {
          const waits = { id: memory.id, notice: inboxNotices.waits() };
          return { created, similar: [], notices: notices.texts(), waiting: waits };
        }
        return withDataNote({
          memory,
          created,
          similar: similar.map((entry) => ({ ...entry, memory: withDetail(entry.memory, "light") })),
          notices: notices.texts(),
        });
      },
    },
    logger,
  );
}

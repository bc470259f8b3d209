import { z } from "zod";
import { MAX_SOURCE_LENGTH, MAX_TAGS } from "../../core/memory.ts";
import type { CatalogTool } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { withDetail } from "./detail.ts";
import { memorySchema, similarSchema } from "./schemas.ts";

/** `capture_memory`: writes one piece of knowledge down. */
export function captureMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "capture_memory",
      title: "Capture a memory",
      description: `Keep one piece of knowledge for later conversations, of any assistant. Use it as soon as something becomes clear that will matter next time: a decision and why, a convention, a preference, a fact about the project, a trap and its way out, what is still open. Write full sentences that stand alone; one fact to a memory. No secrets.

Example: {"content": "We use pnpm, not npm, in this repository: the lockfile of npm broke the Docker cache (May 2026).", "namespace": "decisions", "tags": ["pnpm", "docker"]}

Identical content is not kept twice ("created": false). "similar" shows what is known much like it: where one of those is now outdated, call again for it with update_memory, or pass it as "supersedes".`,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      input: z.strictObject({
        content: z
          .string()
          .describe("The knowledge, in Markdown, 1 byte to 64 KiB. Understandable without this conversation."),
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
            'Whom it concerns: "user" for what holds everywhere, or a project such as "owner/repo". Default: the current project, else "user".',
          ),
        tags: z
          .array(z.string().max(500))
          .max(MAX_TAGS)
          .optional()
          .describe('A few words someone would look for, for example ["auth", "postgres"].'),
        source: z.string().max(MAX_SOURCE_LENGTH).optional().describe("Where it comes from: a file, URL or commit."),
        supersedes: z
          .string()
          .max(2200)
          .optional()
          .describe("URN or id of the memory this one replaces; that one leaves normal results."),
      }),
      output: z.object({
        memory: memorySchema,
        created: z.boolean().describe("False: the same content was there already."),
        similar: z.array(similarSchema),
      }),
      async run(args, { caller }) {
        const { memory, created, similar } = await service.capture(caller, args);
        return {
          memory,
          created,
          similar: similar.map((entry) => ({ ...entry, memory: withDetail(entry.memory, "light") })),
        };
      },
    },
    logger,
  );
}

import { z } from "zod";
import type { CatalogTool } from "../../mcp/catalog-entries.ts";
import { defineTool } from "../../mcp/tool.ts";
import { inboxNotices } from "../../text/en/notices.ts";
import type { SuggestionToolDependencies } from "./tool-dependencies.ts";

/** `propose`: puts a rewritten suggestion into the inbox. */
export function propose({ suggestions, logger }: SuggestionToolDependencies): CatalogTool {
  return defineTool(logger, {
    name: "propose",
    title: "Propose a suggested memory",
    description:
      "Put a suggestion of list_suggestions into the user's inbox, rewritten as one fact in full sentences that make sense on their own. It links to its message.",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    input: z.strictObject({
      id: z.string().max(100).describe("Id of the suggestion."),
      content: z.string().max(100_000).describe("The rewritten memory."),
      namespace: z.string().max(100).optional().describe("Default: the suggestion's."),
      tags: z.array(z.string().max(200)).max(50).optional(),
    }),
    output: z.object({ id: z.string(), notice: z.string() }),
    async run({ id, ...rewritten }, { caller }) {
      const proposal = await suggestions.propose(caller, id, rewritten);
      const notice = inboxNotices.waits();
      return { text: `${proposal}: ${notice}`, structured: { id: proposal, notice } };
    },
  });
}

import { z } from "zod";
import type { ConversationHit, ConversationSearchResult } from "../../core/conversations.ts";
import type { CatalogTool } from "../../mcp/catalog-entries.ts";
import { type Answer, defineTool } from "../../mcp/tool.ts";
import { conversationNotices, searchNotices } from "../../text/en/notices.ts";
import { messageText } from "../../text/message.ts";
import {
  CONVERSATION_NOTE,
  CONVERSATION_TEXT_NOTE,
  fieldsOfHit,
  textOfHit,
  tokensOfAnswer,
} from "./conversation-forms.ts";
import type { ConversationToolDependencies } from "./tool-dependencies.ts";

const moment = z.string().max(100);

/** `search_conversations`: searches earlier sessions of all clients. */
export function searchConversations({ service, logger }: ConversationToolDependencies): CatalogTool {
  return defineTool(logger, {
    name: "search_conversations",
    title: "Search past conversations",
    description: `Find what was said in earlier sessions with any assistant, when no memory has it. Best conversations first, each with its best passages; read_conversation shows more. Write the subject in a few words; "exact phrases" and client:codex since:30d before:2026-01-01 domain:owner/repo narrow it.`,
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({
      query: z.string().max(20_000).describe("Subject and filters."),
      project: z.string().max(300).optional().describe('Default: the current one; "_": all.'),
      client: z.string().max(60).optional(),
      since: moment.optional(),
      before: moment.optional(),
      limit: z.int().min(1).max(50).optional().describe("Conversations; default 5."),
      maxTokens: z.int().min(100).max(1_000_000).optional().describe("Maximum tokens."),
    }),
    unpublished: ["client", "since", "before"],
    output: z.object({
      note: z.string().optional(),
      results: z.array(
        z.object({
          id: z.string(),
          client: z.string(),
          project: z.string().optional(),
          title: z.string().optional(),
          date: z.string().optional(),
          messages: z.int(),
          passages: z.array(z.object({ number: z.int(), role: z.string(), excerpt: z.string() })),
        }),
      ),
      omitted: z.int().optional(),
      ignoredFilters: z.array(z.string()).optional(),
      notices: z.array(z.string()).optional(),
    }),
    async run({ maxTokens = Number.POSITIVE_INFINITY, ...input }, { caller }) {
      const { items, ...found } = await service.search(caller, input);
      let shown = items;
      let answer = toAnswer(shown, 0, found);
      while (shown.length > 0 && tokensOfAnswer(answer) > maxTokens) {
        shown = shorten(shown);
        answer = toAnswer(shown, items.length - shown.length, found);
      }
      return answer;
    },
  });
}

/** Leaves out neighbours first, then conversations from the end. */
function shorten(hits: readonly ConversationHit[]): readonly ConversationHit[] {
  const hasNeighbours = hits.some(({ passages }) => passages.some(({ matches }) => !matches));
  if (!hasNeighbours) return hits.slice(0, -1);
  return hits.map((hit) => ({ ...hit, passages: hit.passages.filter(({ matches }) => matches) }));
}

function toAnswer(
  hits: readonly ConversationHit[],
  omitted: number,
  found: Pick<ConversationSearchResult, "notices" | "ignoredFilters">,
): Answer {
  const { ignoredFilters } = found;
  const notices = found.notices.map((notice) => messageText(searchNotices, notice));
  const ignored = ignoredFilters.length === 0 ? [] : [conversationNotices.filters_ignored(ignoredFilters)];
  const left = omitted === 0 ? [] : [`${omitted} omitted by maxTokens.`];
  const empty = hits.length === 0 && omitted === 0 ? ["No conversations match."] : [];
  return {
    text: [
      ...(hits.length === 0 ? [] : [CONVERSATION_TEXT_NOTE]),
      ...hits.map(textOfHit),
      ...empty,
      ...left,
      ...ignored,
      ...notices,
    ].join("\n\n"),
    structured: {
      ...(hits.length === 0 ? {} : { note: CONVERSATION_NOTE }),
      results: hits.map(fieldsOfHit),
      ...(omitted === 0 ? {} : { omitted }),
      ...(ignoredFilters.length === 0 ? {} : { ignoredFilters }),
      ...(notices.length === 0 ? {} : { notices }),
    },
  };
}

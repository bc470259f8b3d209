import { z } from "zod";
import type { ConversationMessage, ConversationPart } from "../../core/conversations.ts";
import type { CatalogTool } from "../../mcp/catalog-entries.ts";
import { type Answer, defineTool } from "../../mcp/tool.ts";
import {
  CONVERSATION_NOTE,
  CONVERSATION_TEXT_NOTE,
  fieldsOfMessage,
  headingOf,
  sessionFields,
  textOfMessage,
  tokensOfAnswer,
  tokensOfMessage,
} from "./conversation-forms.ts";
import type { ConversationToolDependencies } from "./tool-dependencies.ts";

/** The tokens of an answer without a budget. */
const DEFAULT_TOKENS = 4000;
/** The shortest part of a message that is shown if the budget is too small for all of it, in UTF-16 units. */
const MIN_SHOWN_UNITS = 200;
/** Room for a longer number of the message at which the conversation continues. */
const RESERVED_TOKENS = 4;

/** `read_conversation`: reads a part of an earlier session. */
export function readConversation({ service, logger }: ConversationToolDependencies): CatalogTool {
  return defineTool(logger, {
    name: "read_conversation",
    title: "Read a past conversation",
    description: "Read an earlier session from its beginning, or around a message, as search_conversations shows them.",
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({
      id: z.string().max(200).describe("Id or address."),
      around: z.int().min(1).optional().describe("A message's number."),
      maxTokens: z.int().min(100).max(1_000_000).optional().describe(`Default ${DEFAULT_TOKENS}.`),
    }),
    output: z.object({
      note: z.string(),
      id: z.string(),
      messages: z.array(z.object({ number: z.int(), role: z.string(), at: z.string().optional(), text: z.string() })),
      next: z.int().optional().describe("Pass it as around to continue."),
      memories: z.array(z.string()).optional().describe("Ids of memories from it."),
    }),
    async run({ id, around, maxTokens = DEFAULT_TOKENS }, { caller }) {
      const part = await service.read(caller, { id, around, before: around === undefined ? 0 : 20, after: 60 });
      return partWithin(part, around ?? part.messages[0]?.number ?? 1, maxTokens);
    },
  });
}

/**
 * Returns the messages around a number that fit in a number of tokens, the later ones first. At least a part of the
 * first is shown.
 */
export function partWithin(part: ConversationPart, around: number, maxTokens: number): Answer {
  const start = Math.max(
    0,
    part.messages.findIndex(({ number }) => number >= around),
  );
  const earlier = part.messages.slice(0, start).reverse();
  const later = part.messages.slice(start);
  const first = later[0] ?? earlier[0];
  if (first === undefined) return toAnswer(part, []);
  let shown = [first];
  let units = first.text.length;
  while (tokensOfAnswer(toAnswer(part, shown)) > maxTokens && units > MIN_SHOWN_UNITS) {
    units = Math.max(MIN_SHOWN_UNITS, Math.floor(units * 0.7));
    shown = [{ ...first, text: `${first.text.slice(0, units).replace(/[\ud800-\udbff]$/, "")}…` }];
  }
  // One message before, then two after, and so on.
  const before = earlier.slice();
  const after = later.slice(1);
  let left = maxTokens - RESERVED_TOKENS - tokensOfAnswer(toAnswer(part, shown));
  let turn = 0;
  while (before.length + after.length > 0) {
    const isBefore = after.length === 0 || (before.length > 0 && turn % 3 === 2);
    turn += 1;
    const next = isBefore ? before.shift() : after.shift();
    if (next === undefined) continue;
    left -= tokensOfMessage(next);
    if (left < 0) break;
    shown = isBefore ? [next, ...shown] : [...shown, next];
  }
  return toAnswer(part, shown);
}

function toAnswer(
  { session, messages, hasLater, memories }: ConversationPart,
  shown: readonly ConversationMessage[],
): Answer {
  const last = shown.at(-1)?.number ?? 0;
  const following = messages.find(({ number }) => number > last)?.number;
  const next = following ?? (hasLater ? last + 1 : undefined);
  const links = memories.length === 0 ? [] : [`Memories from it: ${memories.join(", ")}`];
  return {
    text: [
      CONVERSATION_TEXT_NOTE,
      headingOf(session),
      ...shown.map(textOfMessage),
      ...links,
      ...(next === undefined ? [] : [`It continues: read_conversation with "around": ${next}.`]),
    ].join("\n\n"),
    structured: {
      note: CONVERSATION_NOTE,
      ...sessionFields(session),
      total: session.messages,
      messages: shown.map(fieldsOfMessage),
      ...(next === undefined ? {} : { next }),
      ...(memories.length === 0 ? {} : { memories }),
    },
  };
}

import { type ConversationSession, conversationAddress, isConversationId } from "../../core/conversations.ts";
import { readsLikeInstruction } from "../../core/injected-instructions.ts";
import { segmentsOf } from "../../mcp/addresses.ts";
import type { CatalogResources } from "../../mcp/catalog-entries.ts";
import { completeConversationId, lineOfSession } from "./conversation-forms.ts";
import { partWithin } from "./read-conversation.ts";
import type { ConversationToolDependencies } from "./tool-dependencies.ts";

const MIME_TYPE = "text/markdown";
/** Many clients read the list when they connect. */
const MAX_LISTED = 50;
/** The maximum of one resource. read_conversation reads the rest. */
const MAX_MESSAGES = 200;
const MAX_TOKENS = 20_000;

/** A transcript can have any title, and a list of resources has no frame that marks it as data. */
function titleOf({ id, title }: ConversationSession): string {
  return title === null || readsLikeInstruction(title) ? id : title;
}

/** Conversations: `recollect://conversation/{id}`. */
export function conversationResources({ service }: ConversationToolDependencies): CatalogResources {
  return {
    templates: [
      {
        definition: {
          name: "conversation",
          title: "A past conversation",
          uriTemplate: "recollect://conversation/{id}",
          description: `What the user and an assistant said in an earlier session, from its beginning, up to ${MAX_TOKENS} tokens.`,
          mimeType: MIME_TYPE,
        },
        complete: { id: completeConversationId(service) },
      },
    ],
    canSubscribe: false,

    owns(uri) {
      const segments = segmentsOf(uri);
      return segments?.[0] === "conversation" && segments.length === 2 && isConversationId(segments[1] ?? "");
    },

    async list({ caller }) {
      const { items } = await service.sessions(caller, { limit: MAX_LISTED });
      return items.map((session) => ({
        uri: conversationAddress(session.id),
        name: session.id,
        title: titleOf(session),
        description: lineOfSession(session),
        mimeType: MIME_TYPE,
        ...(session.lastAt === null ? {} : { annotations: { lastModified: session.lastAt } }),
      }));
    },

    async read(uri, { caller }) {
      const id = segmentsOf(uri)?.[1] ?? "";
      const part = await service.read(caller, { id, before: 0, after: MAX_MESSAGES - 1 });
      const { text } = partWithin(part, 1, MAX_TOKENS);
      return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
    },
  };
}

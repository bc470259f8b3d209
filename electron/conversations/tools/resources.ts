import { conversationAddress, isConversationId } from "../../core/conversations.ts";
import { segmentsOf } from "../../mcp/addresses.ts";
import type { CatalogResources } from "../../mcp/catalog-entries.ts";
import { CONVERSATION_TEXT_NOTE, lineOfSession, textOfMessage } from "./conversation-forms.ts";
import type { ConversationToolDependencies } from "./tool-dependencies.ts";

const MIME_TYPE = "text/markdown";
/** Many clients read the list when they connect. */
const MAX_LISTED = 50;
/** Messages of one resource; read_conversation reads the rest. */
const MAX_MESSAGES = 200;

/** Conversations: `recollect://conversation/{id}`. */
export function conversationResources({ service }: ConversationToolDependencies): CatalogResources {
  return {
    templates: [
      {
        definition: {
          name: "conversation",
          title: "A past conversation",
          uriTemplate: "recollect://conversation/{id}",
          description: `What the user and an assistant said in an earlier session, up to ${MAX_MESSAGES} messages.`,
          mimeType: MIME_TYPE,
        },
        complete: {
          id: async (value, _given, { caller }) => {
            const { items } = await service.sessions(caller, { limit: MAX_LISTED });
            return items.map(({ id }) => id).filter((id) => id.startsWith(value.toLowerCase()));
          },
        },
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
        title: session.title ?? session.id,
        description: lineOfSession(session),
        mimeType: MIME_TYPE,
        ...(session.lastAt === null ? {} : { annotations: { lastModified: session.lastAt } }),
      }));
    },

    async read(uri, { caller }) {
      const id = segmentsOf(uri)?.[1] ?? "";
      const { session, messages } = await service.read(caller, { id, before: 0, after: MAX_MESSAGES - 1 });
      const text = [CONVERSATION_TEXT_NOTE, lineOfSession(session), ...messages.map(textOfMessage)].join("\n\n");
      return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
    },
  };
}

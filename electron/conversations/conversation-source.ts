import type { CatalogEntries, CatalogSource } from "../mcp/catalog-entries.ts";
import { CONVERSATION_HELP } from "./tools/conversation-help.ts";
import { distillConversation } from "./tools/distill-conversation.ts";
import { listSuggestions } from "./tools/list-suggestions.ts";
import { propose } from "./tools/propose.ts";
import { readConversation } from "./tools/read-conversation.ts";
import { conversationResources } from "./tools/resources.ts";
import { REVIEW_SUGGESTIONS } from "./tools/review-suggestions.ts";
import { searchConversations } from "./tools/search-conversations.ts";
import type { ConversationToolDependencies, SuggestionToolDependencies } from "./tools/tool-dependencies.ts";

const INSTRUCTIONS =
  "If no memory has what was said in earlier sessions: search_conversations (recollect://help/conversations).";

/** The catalog source for conversations, for clients that the owner granted them to, while a client is read. */
export function createConversationSource(
  dependencies: ConversationToolDependencies & SuggestionToolDependencies,
): CatalogSource {
  const entries: CatalogEntries = {
    instructions: INSTRUCTIONS,
    help: CONVERSATION_HELP,
    tools: [
      searchConversations(dependencies),
      readConversation(dependencies),
      listSuggestions(dependencies),
      propose(dependencies),
    ],
    prompts: [distillConversation(dependencies), REVIEW_SUGGESTIONS],
    resources: [conversationResources(dependencies)],
  };
  const { service } = dependencies;
  return {
    entriesFor: (grant) => (grant.conversations === true && service.settings().clients.length > 0 ? entries : {}),
  };
}

import type { ConversationService } from "../../core/conversations.ts";
import type { Clock, Logger } from "../../core/ports.ts";
import type { SuggestionService } from "../../core/suggestions.ts";

/** The dependencies of the tools, resources and prompts for conversations. */
export interface ConversationToolDependencies {
  readonly service: ConversationService;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The dependencies of the tools for suggestions. */
export interface SuggestionToolDependencies {
  readonly suggestions: Pick<SuggestionService, "visible" | "propose">;
  readonly logger: Logger;
}

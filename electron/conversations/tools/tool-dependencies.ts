import type { ConversationService } from "../../core/conversations.ts";
import type { Clock, Logger } from "../../core/ports.ts";

/** The dependencies of the tools, resources and prompts for conversations. */
export interface ConversationToolDependencies {
  readonly service: ConversationService;
  readonly clock: Clock;
  readonly logger: Logger;
}

import { OWNER } from "../core/caller.ts";
import type {
  ConversationSearchResult,
  ConversationService,
  ConversationSettings,
  ConversationStatus,
  ConversationWork,
} from "../core/conversations.ts";
import type { OnDemand } from "../core/util/on-demand.ts";
import { RecollectError } from "../text/errors.ts";
import type { AreaHandlers } from "./contract.ts";

export interface ConversationDependencies extends OnDemand<ConversationService> {
  settings(): ConversationSettings;
}

const OFF: ConversationStatus = {
  state: "off",
  readingPaused: false,
  embeddingPaused: false,
  progress: null,
  sessions: 0,
  messages: 0,
  textBytes: 0,
  fileBytes: 0,
  clients: [],
  projects: [],
  problems: [],
  problemCount: 0,
  leftOut: [],
  leftOutCount: 0,
  meaning: null,
  scannedAt: null,
  failure: null,
};

const NOTHING_FOUND: ConversationSearchResult = { items: [], words: [], notices: [], ignoredFilters: [] };

/** Conversations for the window and the command line. A list or search without a project is over all of them. */
export function createConversationHandlers(dependencies: ConversationDependencies): AreaHandlers<"conversations"> {
  const { settings, opened, open } = dependencies;
  const setPaused = async (paused: boolean, work: ConversationWork | undefined) => {
    const service = await open();
    await service.updateSettings({
      ...(work === "embedding" ? {} : { readingPaused: paused }),
      ...(work === "reading" ? {} : { embeddingPaused: paused }),
    });
    return await service.status();
  };
  return {
    "conversations.survey": async () => (await open()).survey(),
    "conversations.settings": async () => settings(),
    "conversations.updateSettings": async (changes) => {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      return (await open()).updateSettings(Object.fromEntries(given));
    },
    "conversations.addArchive": async ({ path }) => (await open()).addArchive(path),
    "conversations.status": async () => (await opened()?.status()) ?? OFF,
    "conversations.scan": async (options) => (await open()).scan(options),
    "conversations.pause": ({ work }) => setPaused(true, work),
    "conversations.resume": ({ work }) => setPaused(false, work),
    "conversations.search": async (input) => (await opened()?.search(OWNER, input)) ?? NOTHING_FOUND,
    "conversations.sessions": async (input) => (await opened()?.sessions(OWNER, input)) ?? { items: [] },
    "conversations.read": async (input) => {
      const part = await opened()?.read(OWNER, input);
      if (part !== undefined) return part;
      throw new RecollectError("conversation_unknown", { id: input.id }, { field: "id" });
    },
    "conversations.forget": async (selection) => (await opened()?.forget(selection)) ?? { sessions: 0, messages: 0 },
  };
}

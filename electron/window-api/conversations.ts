import { OWNER } from "../core/caller.ts";
import type {
  ConversationSearchResult,
  ConversationService,
  ConversationSettings,
  ConversationStatus,
  ConversationWork,
} from "../core/conversations.ts";
import type { SuggestionLearning, SuggestionService } from "../core/suggestions.ts";
import type { OnDemand } from "../core/util/on-demand.ts";
import { RecollectError } from "../text/errors.ts";
import type { AreaHandlers } from "./contract.ts";

export interface ConversationDependencies extends OnDemand<ConversationService> {
  settings(): ConversationSettings;
  /** Null before the conversations are opened. */
  suggestions(): SuggestionService | null;
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

const NOTHING_LEARNT: SuggestionLearning = { kept: 0, rejected: 0, kinds: {} };

/** Suggestions from conversations, for the window and the command line. */
export function createSuggestionHandlers({
  suggestions,
}: Pick<ConversationDependencies, "suggestions">): AreaHandlers<"suggestions"> {
  const known = (id: string): SuggestionService => {
    const service = suggestions();
    if (service === null) throw new RecollectError("suggestion_unknown", { id: id.slice(0, 100) }, { field: "id" });
    return service;
  };
  return {
    "suggestions.counts": async () => (await suggestions()?.counts()) ?? { waiting: 0, rejected: 0 },
    "suggestions.list": async ({ state, limit, cursor }) =>
      (await suggestions()?.list(state, limit, cursor)) ?? { items: [] },
    "suggestions.keep": async ({ id, ...changes }) => known(id).keep(id, changes),
    "suggestions.reject": async ({ id }) => known(id).reject(id),
    "suggestions.reopen": async ({ id }) => known(id).reopen(id),
    "suggestions.exclude": async ({ id, what }) => known(id).exclude(id, what),
    "suggestions.learning": async () => (await suggestions()?.learning()) ?? NOTHING_LEARNT,
    "suggestions.resetLearning": async () => (await suggestions()?.resetLearning()) ?? NOTHING_LEARNT,
  };
}

import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Caller } from "../core/caller.ts";
import type { ConversationService, ConversationSettings } from "../core/conversations.ts";
import type { PlaceFollower } from "../core/places.ts";
import type { SuggestionService } from "../core/suggestions.ts";
import { createOnDemand, type OnDemand } from "../core/util/on-demand.ts";
import type { CatalogSource } from "../mcp/catalog-entries.ts";
import type { Use } from "../use/use.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";
import { createCatalog } from "./open-servers.ts";

/** Conversations from clients' transcripts. Their code is loaded when the owner opts in, or asks which there are. */
export interface ConversationsAccess extends OnDemand<ConversationService> {
  /** The suggestions from conversations; null before the conversations are opened. */
  readonly suggestions: () => SuggestionService | null;
  /** Offers them to the clients that the owner granted them to. */
  readonly source: CatalogSource;
  /** Returns a line about the conversations that mention a query, for a caller that may see them. */
  readonly mention: (caller: Caller, query: string) => Promise<string | null>;
  readonly settings: () => ConversationSettings;
  /** The projects of conversations follow the domains of memories. */
  readonly places: PlaceFollower;
}

/** Opens the conversations if the owner opted in; a scan starts then. */
export async function openConversations(
  context: AppContext,
  { service: memories, model }: Data,
  projectName: (name: string, host: string | null) => string,
  use: Pick<Use, "conversationsRead" | "conversationsRemoved">,
): Promise<ConversationsAccess> {
  const { options, clock, events, logger, settings, shutdown } = context;
  const { files, env, home, platform, resources } = options;
  const catalog = createCatalog((grant) => opened()?.source.entriesFor?.(grant) ?? {});

  const setConversations = (changed: ConversationSettings) => {
    const { clients, excludedFolders, excludedProjects, archives, unsuggestedProjects, unsuggestedClients } = changed;
    settings.update({
      conversations: {
        ...changed,
        clients: [...clients],
        excludedFolders: [...excludedFolders],
        excludedProjects: [...excludedProjects],
        archives: [...archives],
        unsuggestedProjects: [...unsuggestedProjects],
        unsuggestedClients: [...unsuggestedClients],
      },
    });
  };

  const load = async () => {
    const { Conversations } = await import("../conversations/conversations.ts");
    const { createConversationSource } = await import("../conversations/conversation-source.ts");
    const { Suggestions } = await import("../suggestions/suggestions.ts");
    const service = new Conversations({
      file: files.conversations,
      workerUrl: pathToFileURL(resources.conversationWorker),
      system: { home, env, platform },
      settings: {
        get: () => settings.current().conversations,
        set: setConversations,
      },
      onRead() {
        suggestions.conversationsRead();
        use.conversationsRead(service.transcripts);
      },
      onRemoved: () => use.conversationsRemoved(service.transcripts),
      secretPolicy: () => settings.current().secrets,
      projectName,
      memories,
      embedder: model.embedder,
      events,
      clock,
      logger,
      onOffered() {
        for (const kind of ["tools", "prompts", "resources"] as const) {
          catalog.notify(kind, (grant) => grant.conversations === true);
        }
      },
    });
    const suggestions = new Suggestions({
      store: service.suggestions,
      memories,
      settings: {
        get: () => settings.current().conversations,
        set: (changes) => {
          setConversations({ ...settings.current().conversations, ...changes });
          events.emit("conversations.changed", { progress: null });
        },
      },
      events,
      logger,
    });
    return { service, suggestions, source: createConversationSource({ service, suggestions, clock, logger }) };
  };
  const { opened, open, openAtStart, close } = createOnDemand("conversations", logger, load, async (loaded) => {
    await loaded.suggestions.close();
    await loaded.service.close();
  });
  shutdown.add("conversations", close);
  if (settings.current().conversations.clients.length > 0 || existsSync(files.conversations)) {
    (await openAtStart())?.service.start();
  }
  return {
    source: catalog.source,
    mention: async (caller, query) => (await opened()?.service.mention(caller, query)) ?? null,
    settings: () => settings.current().conversations,
    places: {
      async follow({ kind, from, to }) {
        if (kind !== "domain" || (opened() === null && !existsSync(files.conversations))) return async () => undefined;
        const { service } = await open();
        return await service.moveProject(from, to);
      },
    },
    suggestions: () => opened()?.suggestions ?? null,
    opened: () => opened()?.service ?? null,
    open: async () => (await open()).service,
  };
}

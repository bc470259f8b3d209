import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Conversations } from "../conversations/conversations.ts";
import type { Caller } from "../core/caller.ts";
import type { ConversationService, ConversationSettings } from "../core/conversations.ts";
import type { CatalogListener, CatalogSource } from "../mcp/catalog-entries.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";

interface Loaded {
  readonly service: Conversations;
  readonly source: CatalogSource;
}

/** Conversations from clients' transcripts. Their code is loaded when the owner asks for them. */
export interface ConversationsAccess {
  /** Offers them to the clients that the owner granted them to. */
  readonly source: CatalogSource;
  /** Returns a line about the conversations that mention a query, for a caller that may see them; else null. */
  readonly mention: (caller: Caller, query: string) => Promise<string | null>;
  readonly settings: () => ConversationSettings;
  /** Null until the owner opted in, or asked what there is. */
  readonly opened: () => ConversationService | null;
  readonly open: () => Promise<ConversationService>;
}

/** Opens the conversations if the owner opted in; a scan begins then. */
export async function openConversations(
  context: AppContext,
  { service: memories, model }: Data,
  projectName: (name: string, host: string | null) => string,
): Promise<ConversationsAccess> {
  const { options, clock, events, logger, settings, shutdown } = context;
  const { files, env, home, platform, resources } = options;
  const listeners = new Set<CatalogListener>();
  let opening: Promise<Loaded> | null = null;
  let opened: Loaded | null = null;

  const load = async (): Promise<Loaded> => {
    const { Conversations, createConversationSource } = await import("../conversations/conversations.ts");
    const service = new Conversations({
      file: files.conversations,
      workerUrl: pathToFileURL(resources.conversationWorker),
      system: { home, env, platform },
      settings: {
        get: () => settings.current().conversations,
        set: ({ clients, excludedFolders, excludedProjects, archives, ...rest }) =>
          void settings.update({
            conversations: {
              ...rest,
              clients: [...clients],
              excludedFolders: [...excludedFolders],
              excludedProjects: [...excludedProjects],
              archives: [...archives],
            },
          }),
      },
      secretPolicy: () => settings.current().secrets,
      projectName,
      memories,
      embedder: model.embedder,
      events,
      clock,
      logger,
      onOffered() {
        for (const kind of ["tools", "prompts", "resources"] as const) {
          for (const listener of [...listeners]) listener(kind, (grant) => grant.conversations === true);
        }
      },
    });
    opened = { service, source: createConversationSource({ service, clock, logger }) };
    return opened;
  };
  const open = () => {
    opening ??= load();
    return opening;
  };
  shutdown.add("conversations", async () => (await opening)?.service.close());
  if (settings.current().conversations.clients.length > 0 || existsSync(files.conversations)) {
    (await open()).service.start();
  }
  return {
    source: {
      entriesFor: (grant) => opened?.source.entriesFor?.(grant) ?? {},
      onChanged(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    mention: async (caller, query) => (await opened?.service.mention(caller, query)) ?? null,
    settings: () => settings.current().conversations,
    opened: () => opened?.service ?? null,
    open: async () => (await open()).service,
  };
}

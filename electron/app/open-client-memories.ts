import { existsSync } from "node:fs";
import type { ClientMemories } from "../client-memories/client-memories.ts";
import type { ClientMemoryService, ClientMemorySettings } from "../core/client-memories.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";

/** Clients' own memories. Their code is loaded when the owner asks for them. */
export interface ClientMemoriesAccess {
  readonly settings: () => ClientMemorySettings;
  /** Null until the owner opted in, or asked what there is. */
  readonly opened: () => ClientMemoryService | null;
  readonly open: () => Promise<ClientMemoryService>;
}

/** Opens clients' own memories if the owner opted in; they are read and watched from then on. */
export async function openClientMemories(
  context: AppContext,
  { service: memories }: Data,
  projectName: (name: string, host: string | null) => string,
): Promise<ClientMemoriesAccess> {
  const { options, clock, events, logger, settings, shutdown } = context;
  const { files, env, home, platform } = options;
  let opening: Promise<ClientMemories> | null = null;
  let opened: ClientMemories | null = null;

  const load = async (): Promise<ClientMemories> => {
    const { ClientMemories } = await import("../client-memories/client-memories.ts");
    opened = new ClientMemories({
      file: files.clientMemories,
      system: { home, env, platform },
      settings: {
        get: () => settings.current().clientMemories,
        set: ({ clients, files: watched }) =>
          void settings.update({
            clientMemories: {
              clients: [...clients],
              files: watched.map(({ path, sections }) => ({
                path,
                sections: sections === null ? null : [...sections],
              })),
            },
          }),
      },
      inbox: memories.inbox,
      projectName,
      events,
      clock,
      logger,
    });
    return opened;
  };
  const open = () => {
    opening ??= load();
    return opening;
  };
  shutdown.add("client memories", async () => (await opening)?.close());
  const watched = settings.current().clientMemories;
  if (watched.clients.length + watched.files.length > 0) (await open()).start();
  else if (existsSync(files.clientMemories)) await open();
  return { settings: () => settings.current().clientMemories, opened: () => opened, open };
}

import { existsSync } from "node:fs";
import type { ClientMemoryService, ClientMemorySettings } from "../core/client-memories.ts";
import { createOnDemand, type OnDemand } from "../core/util/on-demand.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";

/** Clients' own memories. Their code is loaded when the owner opts in, or asks which there are. */
export interface ClientMemoriesAccess extends OnDemand<ClientMemoryService> {
  readonly settings: () => ClientMemorySettings;
}

/** Opens clients' own memories if the owner opted in; they are read and watched from then on. */
export async function openClientMemories(
  context: AppContext,
  { service: memories }: Data,
  projectName: (name: string, host: string | null) => string,
): Promise<ClientMemoriesAccess> {
  const { options, events, logger, records, settings, shutdown } = context;
  const { files, env, home, platform } = options;
  const load = async () => {
    const { ClientMemories } = await import("../client-memories/client-memories.ts");
    return new ClientMemories({
      ...records,
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
    });
  };
  const { opened, open, openAtStart, close } = createOnDemand("client memories", logger, load, (part) => part.close());
  shutdown.add("client memories", close);
  const watched = settings.current().clientMemories;
  if (watched.clients.length + watched.files.length > 0) (await openAtStart())?.start();
  else if (existsSync(files.clientMemories)) await openAtStart();
  return { settings: () => settings.current().clientMemories, opened, open };
}

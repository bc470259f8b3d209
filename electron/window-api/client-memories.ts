import type { ClientMemoryService, ClientMemorySettings, ClientMemoryStatus } from "../core/client-memories.ts";
import type { AreaHandlers } from "./contract.ts";

export interface ClientMemoryDependencies {
  settings(): ClientMemorySettings;
  /** Null until the owner opted in, or requested a survey. */
  opened(): ClientMemoryService | null;
  /** Loads the code. */
  open(): Promise<ClientMemoryService>;
}

const OFF: ClientMemoryStatus = { state: "off", sources: [], problems: [], scannedAt: null };

/** Clients' own memories for the window and the command line. */
export function createClientMemoryHandlers(dependencies: ClientMemoryDependencies): AreaHandlers<"clientMemories"> {
  const { settings, opened, open } = dependencies;
  return {
    "clientMemories.survey": async () => (await open()).survey(),
    "clientMemories.settings": async () => settings(),
    "clientMemories.updateSettings": async ({ clients, files }) =>
      (await open()).updateSettings({
        ...(clients === undefined ? {} : { clients }),
        ...(files === undefined ? {} : { files }),
      }),
    "clientMemories.status": async () => (await opened()?.status()) ?? OFF,
    "clientMemories.entries": async () => (await opened()?.entries()) ?? [],
    "clientMemories.scan": async () => (await open()).scan(),
  };
}

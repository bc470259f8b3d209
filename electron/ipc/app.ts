import type { AppStatus, AreaHandlers } from "./contract.ts";

/** What the host can do for the person at the window. A host that cannot throws `unavailable` with the way around it. */
export interface HostActions {
  openDataFolder(): Promise<void>;
  openExternal(url: string): Promise<void>;
  /** Has the person choose a folder; null where they chose none. */
  chooseFolder(): Promise<string | null>;
  /** Has the person choose a file; null where they chose none. */
  chooseFile(): Promise<string | null>;
  /** Hands a client its link; other schemes than those of known clients are refused. */
  openDeepLink(link: string): Promise<void>;
}

export interface AppDependencies {
  readonly host: HostActions;
  status(): Promise<AppStatus>;
  setServing(serving: boolean): Promise<void>;
}

export function createAppHandlers({ host, status, setServing }: AppDependencies): AreaHandlers<"app"> {
  return {
    "app.status": () => status(),
    "app.setServing": async ({ serving }) => {
      await setServing(serving);
      return await status();
    },
    "app.openDataFolder": async () => {
      await host.openDataFolder();
      return null;
    },
    "app.chooseFolder": () => host.chooseFolder(),
    "app.chooseFile": () => host.chooseFile(),
    "app.openExternal": async ({ url }) => {
      await host.openExternal(url);
      return null;
    },
  };
}

import type { UpdateService } from "../core/updates.ts";
import type { Updates } from "../updates/updates.ts";
import type { AppContext } from "./context.ts";
import type { Server } from "./open-server.ts";

/** Updates. Their code is loaded when the owner agreed to checks, or looks at them. */
export interface UpdatesAccess {
  readonly opened: () => UpdateService | null;
  readonly open: () => Promise<UpdateService>;
  /** Ends checks, downloads and the wait for a restart. Call it before the server stops. */
  readonly close: () => Promise<void>;
}

/** Begins to check for updates, if the owner agreed to it. */
export async function openUpdates(context: AppContext, server: Server): Promise<UpdatesAccess> {
  const { options, clock, events, logger, settings } = context;
  const { updates: host, version, platform } = options;
  let service: UpdateService | null = null;
  let opening: Promise<Updates> | null = null;
  const load = async (): Promise<Updates> => {
    const [{ Updates }, { sourceOfConfig, sourceOfHomepage }] = await Promise.all([
      import("../updates/updates.ts"),
      import("../updates/update-source.ts"),
    ]);
    const source = host.configFile === null ? sourceOfHomepage(host.homepage) : sourceOfConfig(host.configFile);
    const updates = new Updates({
      ...host,
      version,
      source,
      obstacle: source === null ? "source" : host.obstacle,
      platform,
      arch: process.arch,
      settings: {
        get: () => settings.current().updates,
        set: (chosen) => void settings.update({ updates: chosen }),
      },
      stopWhenIdle: (signal) => server.serving.stopWhenIdle(signal),
      clock,
      logger,
      onChange: () => events.emit("updates.changed", null),
    });
    service = updates;
    return updates;
  };
  const open = () => {
    opening ??= load().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  if (settings.current().updates.agreed === true) {
    await open().catch((error: unknown) => logger.error("Updates could not be checked.", { error }));
  }
  return { opened: () => service, open, close: async () => (await opening?.catch(() => null))?.close() };
}

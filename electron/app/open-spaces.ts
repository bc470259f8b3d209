import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { ulid } from "ulid";
import { OWNER } from "../core/caller.ts";
import type { SpaceService } from "../core/spaces.ts";
import { writePrivateFile } from "../platform/atomic-file.ts";
import type { Spaces } from "../spaces/spaces.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";
import { createSpaceAlerts } from "./space-alerts.ts";

/** How often it is checked whether a problem has lasted long enough for an alert. */
const ALERT_INTERVAL_MS = 60_000;

/** Domains that are shared with other devices. Their code is loaded when this device is in a space. */
export interface SpacesAccess {
  /** Null while this device is in no space. */
  readonly opened: () => SpaceService | null;
  /** Loads the code for a first space. */
  readonly open: () => Promise<SpaceService>;
}

/** Opens the spaces of this device, and begins to synchronise them. */
export async function openSpaces(context: AppContext, { service, spaces: log }: Data): Promise<SpacesAccess> {
  const { options, clock, events, logger, secrets, standingAlerts, shutdown } = context;
  const { files } = options;
  let spaces: Spaces | null = null;
  let opening: Promise<Spaces> | null = null;
  const alert = createSpaceAlerts(standingAlerts, clock);
  const check = async (): Promise<void> => {
    try {
      alert((await spaces?.list()) ?? []);
    } catch (error) {
      logger.warn("The spaces could not be checked", { error });
    }
  };
  const load = async (): Promise<Spaces> => {
    const { Spaces: Opened } = await import("../spaces/spaces.ts");
    spaces = await Opened.open({
      log,
      file: files.spaces,
      write: writePrivateFile,
      secrets,
      clock,
      logger,
      newId: ulid,
      machineName: hostname(),
      countMemories: (domain) => service.count(OWNER, { domain }),
      onChange: () => {
        events.emit("spaces.changed", null);
        void check();
      },
    });
    if (spaces.damage !== null) standingAlerts.add(spaces.damage);
    return spaces;
  };
  const open = () => {
    opening ??= load().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  events.on("memories.changed", (changes) => spaces?.noteMemories(changes));
  events.on("memories.replaced", () => {
    if (spaces === null) void openIfMember();
    else void spaces.refresh().catch((error: unknown) => logger.error("The spaces could not be read again", { error }));
  });
  const timer = setInterval(() => void check(), ALERT_INTERVAL_MS).unref();
  shutdown.add("spaces", async () => {
    clearInterval(timer);
    await (await opening?.catch(() => null))?.close();
  });
  const openIfMember = async (): Promise<void> => {
    try {
      if (existsSync(files.spaces) || (await log.list()).length > 0) await open();
    } catch (error) {
      logger.error("The spaces could not be opened", { error });
    }
  };
  await openIfMember();
  return { opened: () => spaces, open };
}

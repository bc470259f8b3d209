import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { ulid } from "ulid";
import { OWNER } from "../core/caller.ts";
import type { SpaceService } from "../core/spaces.ts";
import { createOnDemand, type OnDemand } from "../core/util/on-demand.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";
import { createSpaceAlerts } from "./space-alerts.ts";

/** How often it is checked whether a problem has lasted long enough for an alert. */
const ALERT_INTERVAL_MS = 60_000;

/** Domains that are shared with other devices. Their code is loaded when this device is in a space. */
export type SpacesAccess = OnDemand<SpaceService>;

/** Opens the spaces of this device and starts to synchronise them. */
export async function openSpaces(context: AppContext, { service, spaces: log }: Data): Promise<SpacesAccess> {
  const { options, clock, events, logger, records, secrets, standingAlerts, shutdown } = context;
  const { files } = options;
  const alert = createSpaceAlerts(standingAlerts, clock);
  const check = async (): Promise<void> => {
    try {
      alert((await opened()?.list()) ?? []);
    } catch (error) {
      logger.warn("The spaces could not be checked", { error });
    }
  };
  const load = async () => {
    const { Spaces } = await import("../spaces/spaces.ts");
    return await Spaces.open({
      ...records,
      log,
      file: files.spaces,
      secrets,
      newId: ulid,
      machineName: hostname(),
      countMemories: (domain) => service.count(OWNER, { domain, validity: "any" }),
      onChange: () => {
        events.emit("spaces.changed", null);
        void check();
      },
    });
  };
  const { opened, open, openAtStart, close } = createOnDemand("spaces", logger, load, (spaces) => spaces.close());
  const openIfMember = async (): Promise<void> => {
    try {
      if (existsSync(files.spaces) || (await log.list()).length > 0) await openAtStart();
    } catch (error) {
      logger.error("The spaces could not be read", { error });
    }
  };
  events.on("memories.changed", (changes) => opened()?.noteMemories(changes));
  events.on("memories.replaced", () => {
    const refreshed = opened()?.refresh() ?? openIfMember();
    refreshed.catch((error: unknown) => logger.error("The spaces could not be refreshed", { error }));
  });
  const timer = setInterval(() => void check(), ALERT_INTERVAL_MS).unref();
  shutdown.add("spaces", async () => {
    clearInterval(timer);
    await close();
  });
  await openIfMember();
  return { opened, open };
}

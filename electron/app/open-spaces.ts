import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { ulid } from "ulid";
import { OWNER } from "../core/caller.ts";
import type { Clock } from "../core/ports.ts";
import type { ListedSpace, SpaceService } from "../core/spaces.ts";
import { createOnDemand, type OnDemand } from "../core/util/on-demand.ts";
import { RecollectError } from "../text/errors.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";
import type { StandingAlerts } from "./standing-alerts.ts";

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

/** Shorter: the owner may be correcting the problem already. */
const STOPPED_MS = 10 * 60_000;
/** A device can be without a network for hours. */
const WAITING_MS = 24 * 60 * 60_000;
const ALERT_REASON = "space_not_synchronised";

/**
 * Alerts the owner if a space has been stopped, or has waited for its carrier, for a long time. There is one alert for
 * each space. It ends when the space is synchronised, paused or left.
 * @returns a function to call with the spaces periodically, and when their state changed
 */
export function createSpaceAlerts(
  alerts: Pick<StandingAlerts, "list" | "add" | "resolve">,
  clock: Clock,
): (spaces: readonly ListedSpace[]) => void {
  const since = new Map<string, { readonly state: string; readonly at: number }>();
  const alerted = new Set<string>();
  return (spaces) => {
    const failing = new Map(
      spaces.flatMap((space) => {
        const { state } = space.sync;
        return state === "stopped" || state === "waiting" ? [[space.id, space] as const] : [];
      }),
    );
    // The result of an attempt in progress is not known yet.
    const trying = new Set(spaces.filter(({ sync }) => sync.state === "working").map(({ id }) => id));
    const hasEnded = (id: unknown) => !failing.has(String(id)) && !trying.has(String(id));
    for (const id of since.keys()) if (hasEnded(id)) since.delete(id);
    for (const id of alerted) if (hasEnded(id)) alerted.delete(id);
    const stands = alerts.list().filter(({ details }) => details?.reason === ALERT_REASON);
    if (stands.some(({ details }) => hasEnded(details?.id))) {
      alerts.resolve(ALERT_REASON, (details) => hasEnded(details?.id));
    }
    for (const [id, { name, sync }] of failing) {
      const first = since.get(id);
      const began = first?.state === sync.state ? first.at : clock.now();
      since.set(id, { state: sync.state, at: began });
      const isLong = clock.now() - began >= (sync.state === "stopped" ? STOPPED_MS : WAITING_MS);
      if (!isLong || alerted.has(id)) continue;
      alerted.add(id);
      if (stands.some(({ details }) => details?.id === id)) continue;
      alerts.add(new RecollectError(ALERT_REASON, { id, name, problem: sync.error?.message ?? "" }));
    }
  };
}

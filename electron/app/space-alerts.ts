import type { Clock } from "../core/ports.ts";
import type { ListedSpace } from "../core/spaces.ts";
import { RecollectError } from "../text/errors.ts";
import type { StandingAlerts } from "./standing-alerts.ts";

/** Shorter: the owner may be correcting the problem already. */
const STOPPED_MS = 10 * 60_000;
/** A device can be without a network for hours. */
const WAITING_MS = 24 * 60 * 60_000;
const REASON = "space_not_synchronised";

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
    const stands = alerts.list().filter(({ details }) => details?.reason === REASON);
    if (stands.some(({ details }) => hasEnded(details?.id))) {
      alerts.resolve(REASON, (details) => hasEnded(details?.id));
    }
    for (const [id, { name, sync }] of failing) {
      const first = since.get(id);
      const began = first?.state === sync.state ? first.at : clock.now();
      since.set(id, { state: sync.state, at: began });
      const isLong = clock.now() - began >= (sync.state === "stopped" ? STOPPED_MS : WAITING_MS);
      if (!isLong || alerted.has(id)) continue;
      alerted.add(id);
      if (stands.some(({ details }) => details?.id === id)) continue;
      alerts.add(new RecollectError(REASON, { id, name, problem: sync.error?.message ?? "" }));
    }
  };
}

import { markHidden } from "../core/hidden-characters.ts";
import { RecollectError } from "../text/errors.ts";
import type { StandingAlerts } from "./standing-alerts.ts";

/** The tools of a server that changed since their approval, so that they are stopped. */
export interface StoppedTools {
  readonly id: string;
  readonly name: string;
  readonly tools: readonly string[];
}

const REASON = "server_tools_stopped";

/**
 * Alerts the owner when an approved tool of a server changes: it worked, and now it does not. There is one alert for
 * each server. It ends when the tools are approved or as they were, and another changed tool renews a dismissed alert.
 */
export function createToolAlerts(
  alerts: Pick<StandingAlerts, "list" | "add" | "resolve">,
): (stopped: StoppedTools, before: readonly string[]) => void {
  return ({ id, name, tools }, before) => {
    const isOfServer = (details: Readonly<Record<string, unknown>> = {}) => details.id === id;
    const stands = alerts.list().some(({ details }) => details?.reason === REASON && isOfServer(details));
    const isNew = tools.some((tool) => !before.includes(tool));
    if (stands) alerts.resolve(REASON, isOfServer);
    if (tools.length === 0 || !(stands || isNew)) return;
    alerts.add(new RecollectError(REASON, { id, server: name, tools: tools.map(markHidden) }));
  };
}

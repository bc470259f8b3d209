import type { Events } from "../core/events.ts";
import type { SettingsFile } from "../platform/config.ts";
import type { AreaHandlers } from "./contract.ts";

export interface ViewDependencies {
  readonly settings: SettingsFile;
  readonly events: Events;
}

/** Dismissed findings that are kept; the oldest go first. */
const MOST_DISMISSED = 5_000;

/** What the owner arranged in the window: saved views, and findings let be. Both live in `settings.json`. */
export function createViewHandlers({
  settings,
  events,
}: ViewDependencies): AreaHandlers<"views"> & AreaHandlers<"health"> {
  return {
    "views.list": async () => settings.current().views,
    "views.replace": async ({ views }) => {
      settings.update({ views });
      events.emit("settings.changed", null);
      return settings.current().views;
    },
    "health.dismissed": async () => settings.current().dismissed,
    "health.setDismissed": async ({ keys, dismissed }) => {
      const given = new Set(keys);
      const others = settings.current().dismissed.filter((key) => !given.has(key));
      settings.update({ dismissed: dismissed ? [...others, ...given].slice(-MOST_DISMISSED) : others });
      events.emit("settings.changed", null);
      return settings.current().dismissed;
    },
  };
}

import clsx from "clsx";
import { Library, type LucideIcon, Pin, Trash2 } from "lucide-react";
import { useBridgeQuery } from "../data/use-bridge.tsx";
import { RouteLink, useNavigation } from "../navigation/navigation.tsx";
import type { Place } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { PLACE_ICONS } from "./place-icons.ts";

/** The views of Memories: all, pinned, by time, what needs care, and the trash. */
export function MemoryTabs() {
  const text = useText();
  const { route } = useNavigation();
  const counts = useBridgeQuery("memories.counts", {}).data;
  const conflicts = (useBridgeQuery("spaces.list", {}).data ?? []).reduce((sum, space) => sum + space.conflicts, 0);
  const view = route.place === "memories" ? (route.path[0] ?? "all") : route.place;
  const shown = (value: number | undefined) => (value === undefined || value === 0 ? null : text.common.count(value));
  const tabs: readonly MemoryTab[] = [
    { view: "all", label: text.frame.allMemories, icon: Library, to: { place: "memories" } },
    {
      view: "pinned",
      label: text.common.pinned,
      icon: Pin,
      to: { place: "memories", path: ["pinned"] },
      trailing: shown(counts?.pinned),
    },
    { view: "timeline", label: text.frame.timeline, icon: PLACE_ICONS.timeline, to: { place: "timeline" } },
    {
      view: "health",
      label: text.frame.health,
      icon: PLACE_ICONS.health,
      to: { place: "health", path: conflicts > 0 ? ["conflicts"] : [] },
      trailing: conflicts > 0 ? text.spaces.conflicts(conflicts) : null,
      isUrgent: true,
    },
    {
      view: "trash",
      label: text.frame.trash,
      icon: Trash2,
      to: { place: "memories", path: ["trash"] },
      trailing: shown(counts?.trash),
    },
  ];
  const known = tabs.some((tab) => tab.view === view);
  return (
    <nav aria-label={text.frame.memoryViews} className="shrink-0 border-b border-line bg-panel px-2">
      <ul className="flex gap-1 overflow-x-auto py-1">
        {tabs.map(({ view: name, label, icon: Icon, to, trailing, isUrgent }) => {
          const current = view === name || (!known && name === "all");
          return (
            <li key={name}>
              <RouteLink
                to={to}
                aria-label={label}
                aria-current={current ? "page" : undefined}
                aria-description={trailing ?? undefined}
                className={clsx(
                  "flex h-6.5 cursor-default items-center gap-1.5 rounded-md px-2 whitespace-nowrap transition-colors",
                  current ? "bg-pressed font-medium text-ink" : "text-ink-soft hover:bg-hover hover:text-ink",
                )}
              >
                <Icon
                  size={14}
                  strokeWidth={1.75}
                  className={clsx("max-wide:hidden", current ? "text-accent-text" : "text-ink-faint")}
                  aria-hidden
                />
                {label}
                {trailing != null && (
                  <span className={clsx("text-sm", isUrgent ? "font-medium text-warn-text" : "text-ink-faint")}>
                    {trailing}
                  </span>
                )}
              </RouteLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface MemoryTab {
  /** The first part of the address in Memories, or the place. */
  readonly view: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly to: { readonly place: Place; readonly path?: readonly string[] };
  readonly trailing?: string | null;
  readonly isUrgent?: boolean;
}

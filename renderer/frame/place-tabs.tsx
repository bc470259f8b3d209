import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import { RouteLink } from "../navigation/navigation.tsx";
import type { Place } from "../navigation/route.ts";

export interface PlaceTab {
  /** Unique in its row. */
  readonly view: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly to: { readonly place: Place; readonly path?: readonly string[] };
  /** Shown after the label, such as a count. */
  readonly trailing?: string | null;
  /** The colour of `trailing`. */
  readonly tone?: "plain" | "warn" | "bad";
}

const TONES = {
  plain: "text-ink-faint",
  warn: "font-medium text-warn-text",
  bad: "font-medium text-bad-text",
} as const;

interface PlaceTabsProps {
  readonly label: string;
  readonly tabs: readonly PlaceTab[];
  /** The open view. */
  readonly view: string;
}

/** The views of a place, as a row of links above it. */
export function PlaceTabs({ label, tabs, view }: PlaceTabsProps) {
  return (
    <nav aria-label={label} className="shrink-0 border-b border-line bg-panel px-2">
      <ul className="flex gap-1 overflow-x-auto py-1">
        {tabs.map(({ view: name, label, icon: Icon, to, trailing, tone = "plain" }) => {
          const current = view === name;
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
                {trailing != null && <span className={clsx("text-sm", TONES[tone])}>{trailing}</span>}
              </RouteLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

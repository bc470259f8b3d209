import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import type { DragEvent, ReactNode } from "react";
import { RouteLink } from "../navigation/navigation.tsx";
import type { Route } from "../navigation/route.ts";
import { KeyHint } from "../ui/keys.tsx";
import { Tooltip } from "../ui/tooltip.tsx";

/** What needs the owner in a place: in words, and in a narrow window as a count on the icon. */
export interface Badge {
  readonly count: number;
  readonly words: string;
  readonly tone: "plain" | "warn" | "bad";
}

const WORD_STYLES = { plain: "", warn: "font-medium text-warn-text", bad: "font-medium text-bad-text" } as const;
const COUNT_STYLES = {
  plain: "bg-accent text-on-accent",
  warn: "bg-warn-soft text-warn-text",
  bad: "bg-bad-soft text-bad-text",
} as const;
/** The highest count that fits on an icon. */
const MAX_COUNT = 99;

export interface PlaceLinkProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly to: Pick<Route, "place" | "path"> & Partial<Pick<Route, "query">>;
  readonly current: boolean;
  readonly keys?: string;
  /** A count or a sparkline at the end. A badge replaces it. */
  readonly trailing?: ReactNode;
  readonly badge?: Badge | null;
  /** A menu that replaces `trailing` on hover and focus; not in a narrow window. */
  readonly menu?: ReactNode;
  /** Handlers that accept items dropped on the link. */
  readonly drop?: {
    readonly isOver: boolean;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: () => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** One entry of the sidebar; in a narrow window only its icon with its badge. */
export function PlaceLink({
  label,
  icon: Icon,
  to,
  current,
  keys,
  trailing,
  badge = null,
  menu,
  drop,
}: PlaceLinkProps) {
  const { isOver = false, ...handlers } = drop ?? {};
  return (
    <li className="group/place relative" {...handlers}>
      <Tooltip
        side="right"
        content={
          <span className="flex gap-2">
            {badge === null ? label : `${label}: ${badge.words}`}
            {keys !== undefined && <KeyHint keys={keys} />}
          </span>
        }
      >
        <RouteLink
          to={to}
          aria-current={current ? "page" : undefined}
          aria-label={label}
          aria-description={badge?.words}
          className={clsx(
            "flex h-7 cursor-default items-center gap-2 rounded-md px-2 transition-colors max-wide:justify-center max-wide:px-0",
            current ? "bg-pressed font-medium text-ink" : "text-ink-soft hover:bg-hover hover:text-ink",
            isOver && "outline-2 -outline-offset-2 outline-accent",
          )}
        >
          <Icon
            size={15}
            strokeWidth={1.75}
            className={clsx("shrink-0", current ? "text-accent-text" : "text-ink-faint")}
            aria-hidden
          />
          <span className="flex-1 truncate max-wide:hidden">{label}</span>
          <span
            className={clsx(
              "shrink-0 text-sm font-normal max-wide:hidden",
              current ? "text-ink-soft" : "text-ink-faint",
            )}
          >
            {badge === null ? trailing : <span className={WORD_STYLES[badge.tone]}>{badge.words}</span>}
          </span>
          {badge !== null && (
            <span
              className={clsx(
                "absolute -top-0.5 right-0 min-w-4 rounded-full px-1 text-center text-[10px] leading-4 font-medium wide:hidden forced-colors:border",
                COUNT_STYLES[badge.tone],
              )}
              aria-hidden
              data-badge
            >
              {badge.count > MAX_COUNT ? `${MAX_COUNT}+` : badge.count}
            </span>
          )}
        </RouteLink>
      </Tooltip>
      {menu !== undefined && (
        <span className="absolute top-0.5 right-0.5 opacity-0 group-hover/place:opacity-100 focus-within:opacity-100 has-data-popup-open:opacity-100 max-wide:hidden">
          {menu}
        </span>
      )}
    </li>
  );
}

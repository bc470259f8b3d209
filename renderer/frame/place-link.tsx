import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigation } from "../navigation/navigation.tsx";
import { formatRoute, type Route } from "../navigation/route.ts";
import { KeyHint } from "../ui/keys.tsx";
import { Tooltip } from "../ui/tooltip.tsx";

interface PlaceLinkProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly to: Pick<Route, "place" | "path"> & Partial<Pick<Route, "query">>;
  readonly current: boolean;
  readonly keys?: string;
  /** A count or a sparkline at the end. */
  readonly trailing?: ReactNode;
  readonly nested?: boolean;
  /** A menu that replaces `trailing` on hover and focus; not in a narrow window. */
  readonly menu?: ReactNode;
}

/** One entry of the sidebar; in a narrow window only its icon. */
export function PlaceLink({ label, icon: Icon, to, current, keys, trailing, nested = false, menu }: PlaceLinkProps) {
  const { navigate } = useNavigation();
  return (
    <li className="group/place relative">
      <Tooltip
        side="right"
        content={
          <span className="flex gap-2">
            {label}
            {keys !== undefined && <KeyHint keys={keys} />}
          </span>
        }
      >
        <a
          href={formatRoute({ query: new URLSearchParams(), ...to })}
          aria-current={current ? "page" : undefined}
          aria-label={label}
          onClick={(event) => {
            event.preventDefault();
            navigate(to);
          }}
          className={clsx(
            "flex h-7 cursor-default items-center gap-2 rounded-md px-2 transition-colors max-wide:justify-center max-wide:px-0",
            current ? "bg-pressed font-medium text-ink" : "text-ink-soft hover:bg-hover hover:text-ink",
            nested && "wide:pl-4",
          )}
        >
          <Icon size={15} strokeWidth={1.75} className={current ? "text-accent-text" : "text-ink-faint"} aria-hidden />
          <span className="flex-1 truncate max-wide:hidden">{label}</span>
          <span className={clsx("text-sm font-normal max-wide:hidden", current ? "text-ink-soft" : "text-ink-faint")}>
            {trailing}
          </span>
        </a>
      </Tooltip>
      {menu !== undefined && (
        <span className="absolute top-0.5 right-0.5 opacity-0 group-hover/place:opacity-100 focus-within:opacity-100 has-data-popup-open:opacity-100 max-wide:hidden">
          {menu}
        </span>
      )}
    </li>
  );
}

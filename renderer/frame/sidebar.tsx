import clsx from "clsx";
import {
  ArrowDown,
  ArrowUp,
  Bookmark,
  Command as CommandIcon,
  Ellipsis,
  type LucideIcon,
  Pencil,
  Pin,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import type { SavedView } from "../../electron/window-api/contract.ts";
import { commandsOf } from "../commands/command.ts";
import { useCommands } from "../commands/commands.tsx";
import { useBridgeQuery } from "../data/use-bridge.tsx";
import { NameDialog } from "../features/memories/views/save-view-button.tsx";
import { showsView, useSavedViews } from "../features/memories/views/saved-views.ts";
import { RouteLink, useNavigation } from "../navigation/navigation.tsx";
import type { Place as PlaceName } from "../navigation/route.ts";
import { parseRoute, type Route } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { IconButton } from "../ui/button.tsx";
import { KeyHint } from "../ui/keys.tsx";
import { Menu } from "../ui/menu.tsx";
import { useNarrow } from "../ui/panes.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { PLACE_ICONS } from "./place-icons.ts";
import { StatusBlock } from "./status-block.tsx";

/** The sparkline: time span, number of bars, and size in pixels. */
const MINUTES = 30;
const BARS = 10;
const WIDTH = 38;
const HEIGHT = 12;

/** The state of the service, and below it the places. */
export function Sidebar({ onPalette }: { readonly onPalette: () => void }) {
  const text = useText();
  const { route } = useNavigation();
  const counts = useBridgeQuery("memories.counts", {});
  const status = useBridgeQuery("app.status", {});
  const servers = useBridgeQuery("servers.list", {});
  const toApprove = (servers.data ?? []).reduce((sum, { tools }) => sum + tools.waiting, 0);
  const spaces = useBridgeQuery("spaces.list", {}).data ?? [];
  const stopped = spaces.filter(({ sync }) => sync.state === "stopped").length;
  const conflicts = spaces.reduce((sum, space) => sum + space.conflicts, 0);
  const proposals = useBridgeQuery("inbox.counts", {}).data?.waiting ?? 0;
  const waiting = proposals + (useBridgeQuery("suggestions.counts", {}).data?.waiting ?? 0);
  const conversations = useBridgeQuery("conversations.status", {}).data?.sessions;
  const view = route.place === "memories" ? (route.path[0] ?? "all") : null;
  const isAll = view !== null && view !== "pinned" && view !== "trash";
  const shown = (value: number | undefined) => (value === undefined || value === 0 ? null : text.common.count(value));
  const urgent = (count: number, words: (count: number) => string, colour = "text-warn-text") =>
    count > 0 ? <span className={clsx("font-medium", colour)}>{words(count)}</span> : null;
  const place = (name: PlaceName, key: string, trailing?: ReactNode, rest?: Partial<PlaceLinkProps>) => (
    <PlaceLink
      label={text.frame[name]}
      icon={PLACE_ICONS[name]}
      to={{ place: name, path: [] }}
      current={route.place === name}
      keys={`mod+${key}`}
      trailing={trailing}
      {...rest}
    />
  );
  const list = (name: "pinned" | "trash", label: string, icon: LucideIcon) => (
    <PlaceLink
      label={label}
      icon={icon}
      to={{ place: "memories", path: [name] }}
      current={view === name}
      trailing={shown(counts.data?.[name])}
    />
  );
  return (
    <div className="drag-region flex h-full w-50 shrink-0 flex-col gap-3 border-r border-line bg-sidebar p-2 max-wide:w-12 [[data-platform=darwin]_&]:pt-9">
      <StatusBlock />
      <nav aria-label={text.frame.places} className="flex min-h-0 flex-col gap-3">
        <ul className="flex flex-col gap-px">
          {place("memories", "1", shown(counts.data?.memories), { current: isAll })}
          {(waiting > 0 || route.place === "inbox") && place("inbox", "7", shown(waiting))}
          {place("conversations", "9", shown(conversations))}
          {place("activity", "2", <ActivitySparkline />)}
          {place("clients", "3", shown(status.data?.clientsConnected))}
          {place("servers", "8", urgent(toApprove, text.servers.waiting) ?? shown(servers.data?.length))}
          {place(
            "settings",
            "4",
            urgent(stopped, text.spaces.stoppedCount, "text-bad-text") ??
              (status.data?.newVersion ? text.updates.title : null),
            { current: route.place === "settings" || route.place === "spaces" },
          )}
        </ul>
        <ul className="flex flex-col gap-px border-t border-line pt-3">
          {list("pinned", text.common.pinned, Pin)}
          {list("trash", text.frame.trash, Trash2)}
          {place("timeline", "5")}
          {place("health", "6", urgent(conflicts, text.spaces.conflicts), {
            to: { place: "health", path: conflicts > 0 ? ["conflicts"] : [] },
          })}
        </ul>
        <SavedViewLinks />
      </nav>
      <button
        type="button"
        onClick={onPalette}
        aria-label={text.frame.palette.open}
        className="mt-auto flex h-7 items-center gap-2 rounded-md px-2 text-ink-faint transition-colors hover:bg-hover hover:text-ink max-wide:justify-center max-wide:px-0"
      >
        <CommandIcon size={15} strokeWidth={1.75} aria-hidden />
        <span className="flex-1 text-left max-wide:hidden">{text.frame.palette.button}</span>
        <span className="max-wide:hidden">
          <KeyHint keys="mod+k" />
        </span>
      </button>
    </div>
  );
}

/** The requests of the last half hour, three minutes per bar. */
function ActivitySparkline() {
  const text = useText();
  const rates = useBridgeQuery("requests.rates", { minutes: MINUTES }, { refetchInterval: 60_000 });
  const counts = sumInto(BARS, rates.data?.minutes.map((minute) => minute.requests) ?? []);
  const maximum = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const step = WIDTH / BARS;
  const bars = counts.map((count, index) => ({
    x: index * step,
    height: count === 0 ? 1 : Math.max(2, (count / maximum) * HEIGHT),
    opacity: count === 0 ? 0.4 : 1,
  }));
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={text.frame.sparkline(total)} className="text-ink-faint">
      {bars.map(({ x, height, opacity }) => (
        <rect
          key={x}
          x={x}
          y={HEIGHT - height}
          width={step - 1.2}
          height={height}
          fill="currentColor"
          opacity={opacity}
        />
      ))}
    </svg>
  );
}

/** Sums adjacent values into groups of equal size. If the values do not divide evenly, the oldest group is smaller. */
export function sumInto(parts: number, values: readonly number[]): number[] {
  const size = Math.max(1, Math.ceil(values.length / parts));
  return Array.from({ length: parts }, (_, part) => {
    const end = values.length - (parts - 1 - part) * size;
    return values.slice(Math.max(0, end - size), Math.max(0, end)).reduce((sum, value) => sum + value, 0);
  });
}

/** The saved views: lists with their filters. In a narrow window they are a menu. */
function SavedViewLinks() {
  const text = useText();
  const words = text.memories.views;
  const { route, navigate } = useNavigation();
  const { views, rename, remove, move } = useSavedViews();
  const isNarrow = useNarrow();
  const [renames, setRenames] = useState<SavedView | null>(null);
  const current = views.find((view) => showsView(route, view.address));
  const go = commandsOf("go.view", text.frame.places, { icon: Bookmark });
  const command = commandsOf("view", words.title);
  useCommands([
    ...views.map(({ id, name, address }) => go(id, text.frame.goTo(name), () => navigate(parseRoute(address)))),
    ...(current === undefined
      ? []
      : [
          command("rename", words.renameThis, () => setRenames(current), { icon: Pencil }),
          command("remove", words.removeThis, () => remove(current.id), { icon: Trash2 }),
        ]),
  ]);
  if (views.length === 0) return null;
  return (
    <section aria-label={words.title} className="min-h-0 overflow-y-auto border-t border-line pt-2">
      {isNarrow ? (
        <SavedViewMenu views={views} current={current} onRename={setRenames} onRemove={({ id }) => remove(id)} />
      ) : (
        <>
          <h2 className="px-2 pb-1 text-xs font-medium text-ink-faint">{words.title}</h2>
          <ul className="flex flex-col gap-px">
            {views.map((view, index) => (
              <PlaceLink
                key={view.id}
                label={view.name}
                icon={Bookmark}
                to={parseRoute(view.address)}
                current={view === current}
                menu={
                  <Menu
                    trigger={<IconButton label={words.more(view.name)} icon={Ellipsis} size="small" />}
                    entries={[
                      { label: words.rename, icon: Pencil, onSelect: () => setRenames(view) },
                      { label: words.up, icon: ArrowUp, disabled: index === 0, onSelect: () => move(view.id, -1) },
                      {
                        label: words.down,
                        icon: ArrowDown,
                        disabled: index === views.length - 1,
                        onSelect: () => move(view.id, 1),
                      },
                      { label: text.common.delete, icon: Trash2, onSelect: () => remove(view.id) },
                    ]}
                  />
                }
              />
            ))}
          </ul>
        </>
      )}
      {renames !== null && (
        <NameDialog
          title={words.renameTitle}
          initial={renames.name}
          onName={(name) => rename(renames.id, name)}
          onClose={() => setRenames(null)}
        />
      )}
    </section>
  );
}

interface SavedViewMenuProps {
  readonly views: readonly SavedView[];
  /** The open view, if any. */
  readonly current: SavedView | undefined;
  readonly onRename: (view: SavedView) => void;
  readonly onRemove: (view: SavedView) => void;
}

function SavedViewMenu({ views, current, onRename, onRemove }: SavedViewMenuProps) {
  const text = useText();
  const words = text.memories.views;
  const { navigate } = useNavigation();
  return (
    <Menu
      side="right"
      align="start"
      trigger={
        <IconButton
          label={words.title}
          icon={Bookmark}
          className={clsx("w-full", current !== undefined && "bg-pressed text-accent-text")}
        />
      }
      entries={[
        ...views.map((view) => ({
          id: view.id,
          label: view.name,
          checked: view === current,
          onSelect: () => navigate(parseRoute(view.address)),
        })),
        ...(current === undefined
          ? []
          : [
              "separator" as const,
              { label: words.renameThis, icon: Pencil, onSelect: () => onRename(current) },
              { label: words.removeThis, icon: Trash2, onSelect: () => onRemove(current) },
            ]),
      ]}
    />
  );
}

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
function PlaceLink({ label, icon: Icon, to, current, keys, trailing, nested = false, menu }: PlaceLinkProps) {
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
        <RouteLink
          to={to}
          aria-current={current ? "page" : undefined}
          aria-label={label}
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

import clsx from "clsx";
import { ArrowDown, ArrowUp, Bookmark, Command as CommandIcon, Ellipsis, Pencil, Pin, Trash2 } from "lucide-react";
import { useState } from "react";
import type { SavedView } from "../../electron/window-api/contract.ts";
import type { Command } from "../commands/command.ts";
import { useCommands } from "../commands/commands.tsx";
import { useBridgeQuery } from "../data/use-bridge.tsx";
import { NameDialog } from "../features/memories/views/name-dialog.tsx";
import { showsView, useSavedViews } from "../features/memories/views/saved-views.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { parseRoute } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { IconButton } from "../ui/button.tsx";
import { KeyHint } from "../ui/keys.tsx";
import { Menu } from "../ui/menu.tsx";
import { useNarrow } from "../ui/panes.tsx";
import { PLACE_ICONS } from "./place-icons.ts";
import { PlaceLink } from "./place-link.tsx";
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
  const waiting = useBridgeQuery("inbox.counts", {}).data?.waiting ?? 0;
  const conversations = useBridgeQuery("conversations.status", {}).data?.sessions;
  const view = route.place === "memories" ? (route.path[0] ?? "all") : null;
  const isAll = view !== null && view !== "pinned" && view !== "trash";
  const shown = (value: number | undefined) => (value === undefined || value === 0 ? null : text.common.count(value));
  return (
    <div className="drag-region flex h-full w-50 shrink-0 flex-col gap-3 border-r border-line bg-sidebar p-2 max-wide:w-12 [[data-platform=darwin]_&]:pt-9">
      <StatusBlock />
      <nav aria-label={text.frame.places} className="flex min-h-0 flex-col gap-3">
        <ul className="flex flex-col gap-px">
          <PlaceLink
            label={text.frame.memories}
            icon={PLACE_ICONS.memories}
            to={{ place: "memories", path: [] }}
            current={isAll}
            keys="mod+1"
            trailing={shown(counts.data?.memories)}
          />
          {(waiting > 0 || route.place === "inbox") && (
            <PlaceLink
              label={text.frame.inbox}
              icon={PLACE_ICONS.inbox}
              to={{ place: "inbox", path: [] }}
              current={route.place === "inbox"}
              keys="mod+7"
              trailing={shown(waiting)}
            />
          )}
          <PlaceLink
            label={text.frame.conversations}
            icon={PLACE_ICONS.conversations}
            to={{ place: "conversations", path: [] }}
            current={route.place === "conversations"}
            keys="mod+9"
            trailing={shown(conversations)}
          />
          <PlaceLink
            label={text.frame.activity}
            icon={PLACE_ICONS.activity}
            to={{ place: "activity", path: [] }}
            current={route.place === "activity"}
            keys="mod+2"
            trailing={<ActivitySparkline />}
          />
          <PlaceLink
            label={text.frame.clients}
            icon={PLACE_ICONS.clients}
            to={{ place: "clients", path: [] }}
            current={route.place === "clients"}
            keys="mod+3"
            trailing={shown(status.data?.clientsConnected)}
          />
          <PlaceLink
            label={text.frame.servers}
            icon={PLACE_ICONS.servers}
            to={{ place: "servers", path: [] }}
            current={route.place === "servers"}
            keys="mod+8"
            trailing={
              toApprove > 0 ? (
                <span className="font-medium text-warn-text">{text.servers.waiting(toApprove)}</span>
              ) : (
                shown(servers.data?.length)
              )
            }
          />
          <PlaceLink
            label={text.frame.settings}
            icon={PLACE_ICONS.settings}
            to={{ place: "settings", path: [] }}
            current={route.place === "settings" || route.place === "spaces"}
            keys="mod+4"
            trailing={
              stopped > 0 ? (
                <span className="font-medium text-bad-text">{text.spaces.stoppedCount(stopped)}</span>
              ) : status.data?.newVersion ? (
                text.updates.title
              ) : null
            }
          />
        </ul>
        <ul className="flex flex-col gap-px border-t border-line pt-3">
          <PlaceLink
            label={text.common.pinned}
            icon={Pin}
            to={{ place: "memories", path: ["pinned"] }}
            current={view === "pinned"}
            trailing={shown(counts.data?.pinned)}
          />
          <PlaceLink
            label={text.frame.trash}
            icon={Trash2}
            to={{ place: "memories", path: ["trash"] }}
            current={view === "trash"}
            trailing={shown(counts.data?.trash)}
          />
          <PlaceLink
            label={text.frame.timeline}
            icon={PLACE_ICONS.timeline}
            to={{ place: "timeline", path: [] }}
            current={route.place === "timeline"}
            keys="mod+5"
          />
          <PlaceLink
            label={text.frame.health}
            icon={PLACE_ICONS.health}
            to={{ place: "health", path: conflicts > 0 ? ["conflicts"] : [] }}
            current={route.place === "health"}
            keys="mod+6"
            trailing={
              conflicts > 0 ? (
                <span className="font-medium text-warn-text">{text.spaces.conflicts(conflicts)}</span>
              ) : null
            }
          />
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
  useCommands([
    ...views.map(
      (view): Command => ({
        id: `go.view.${view.id}`,
        title: text.frame.goTo(view.name),
        group: text.frame.places,
        icon: Bookmark,
        run: () => navigate(parseRoute(view.address)),
      }),
    ),
    ...(current === undefined
      ? []
      : [
          {
            id: "view.rename",
            title: words.renameThis,
            group: words.title,
            icon: Pencil,
            run: () => setRenames(current),
          },
          {
            id: "view.remove",
            title: words.removeThis,
            group: words.title,
            icon: Trash2,
            run: () => remove(current.id),
          },
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

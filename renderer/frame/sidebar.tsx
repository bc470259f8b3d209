import clsx from "clsx";
import { Command as CommandIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useBridgeQuery } from "../data/use-bridge.tsx";
import { showsView, useSavedViews } from "../features/memories/views/saved-views.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { areaOf, NUMBERED_PLACES, type Place } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { KeyHint } from "../ui/keys.tsx";
import { ActivitySparkline } from "./activity-sparkline.tsx";
import { PLACE_ICONS } from "./place-icons.ts";
import { type Badge, PlaceLink } from "./place-link.tsx";
import { ProjectLinks } from "./project-links.tsx";
import { SavedViewLinks } from "./saved-view-links.tsx";
import { StatusBlock } from "./status-block.tsx";

/** The state of the service, and below it the places, the projects and the saved views; Settings is last. */
export function Sidebar({ onPalette }: { readonly onPalette: () => void }) {
  const text = useText();
  const { route } = useNavigation();
  const { counts, badges } = useFigures();
  const { views } = useSavedViews();
  const isInView = views.some(({ address }) => showsView(route, address));
  const place = (name: Place, trailing?: ReactNode) => (
    <PlaceLink
      label={text.frame[name]}
      icon={PLACE_ICONS[name]}
      to={{ place: name, path: [] }}
      current={areaOf(route.place) === name && !(name === "memories" && isInView)}
      keys={`mod+${NUMBERED_PLACES.indexOf(name) + 1}`}
      trailing={trailing}
      badge={badges[name] ?? null}
    />
  );
  const shown = (value: number | undefined) => (value === undefined || value === 0 ? null : text.common.count(value));
  return (
    <div className="drag-region flex h-full w-50 shrink-0 flex-col gap-3 border-r border-line bg-sidebar p-2 max-wide:w-12 [[data-platform=darwin]_&]:pt-9">
      <StatusBlock />
      <nav
        aria-label={text.frame.places}
        className="-mx-2 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-2 py-0.5"
      >
        <ul className="flex flex-col gap-px">
          {place("today")}
          {place("inbox")}
          {place("memories", shown(counts.memories))}
          {place("conversations", shown(counts.conversations))}
        </ul>
        <ProjectLinks badge={badges.projects ?? null} />
        <SavedViewLinks />
        <ul className="flex flex-col gap-px border-t border-line pt-2">
          {place("activity", <ActivitySparkline />)}
          {place("clients", shown(counts.clients))}
          {place("servers", shown(counts.servers))}
        </ul>
      </nav>
      <nav aria-label={text.frame.settings} className="shrink-0">
        <ul>{place("settings")}</ul>
        <button
          type="button"
          onClick={onPalette}
          aria-label={text.frame.palette.open}
          className={clsx(
            "flex h-7 w-full items-center gap-2 rounded-md px-2 text-ink-faint transition-colors",
            "hover:bg-hover hover:text-ink max-wide:justify-center max-wide:px-0",
          )}
        >
          <CommandIcon size={15} strokeWidth={1.75} className="shrink-0" aria-hidden />
          <span className="flex-1 text-left max-wide:hidden">{text.frame.palette.button}</span>
          <span className="max-wide:hidden">
            <KeyHint keys="mod+k" />
          </span>
        </button>
      </nav>
    </div>
  );
}

/** The counts of places, and what needs the owner in them. */
function useFigures() {
  const text = useText();
  const memories = useBridgeQuery("memories.counts", {}).data?.memories;
  const status = useBridgeQuery("app.status", {}).data;
  const servers = useBridgeQuery("servers.list", {}).data;
  const toApprove = (servers ?? []).reduce((sum, { tools }) => sum + tools.waiting, 0);
  const spaces = useBridgeQuery("spaces.list", {}).data ?? [];
  const stopped = spaces.filter(({ sync }) => sync.state === "stopped").length;
  const conflicts = spaces.reduce((sum, space) => sum + space.conflicts, 0);
  const proposals = useBridgeQuery("inbox.counts", {}).data?.waiting ?? 0;
  const waiting = proposals + (useBridgeQuery("suggestions.counts", {}).data?.waiting ?? 0);
  const conversations = useBridgeQuery("conversations.status", {}).data?.sessions;
  const badge = (count: number, words: (count: number) => string, tone: Badge["tone"]): Badge | null =>
    count === 0 ? null : { count, words: words(count), tone };
  const badges: Partial<Record<Place, Badge | null>> = {
    inbox: badge(waiting, text.common.count, "plain"),
    memories: badge(conflicts, text.spaces.conflicts, "warn"),
    servers: badge(toApprove, text.servers.waiting, "warn"),
    projects: badge(stopped, text.spaces.stoppedCount, "bad"),
    settings: badge(status?.newVersion ? 1 : 0, () => text.updates.title, "plain"),
  };
  return {
    counts: { memories, conversations, clients: status?.clientsConnected, servers: servers?.length },
    badges,
  };
}

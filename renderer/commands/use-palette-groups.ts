import { keepPreviousData } from "@tanstack/react-query";
import { FileText, Folder, type LucideIcon, MessagesSquare, Plug, Server } from "lucide-react";
import { useDeferredValue } from "react";
import { titleOf } from "../../electron/core/memory.ts";
import { useBridgeQuery } from "../data/use-bridge.tsx";
import { useNavigation } from "../navigation/navigation.tsx";
import type { Place } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { clientTitle } from "../ui/client-name.ts";
import type { Command } from "./command.ts";
import { useAllCommands } from "./commands.tsx";
import { matchesWords } from "./match-words.ts";

const MAX_MEMORIES = 8;
const MAX_CONVERSATIONS = 4;
/** The most projects, clients or servers. */
const MAX_THINGS = 5;

export interface PaletteItem {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  readonly keys?: string;
  readonly icon?: LucideIcon;
  readonly run: () => void;
}
export interface PaletteGroup {
  readonly value: string;
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

/**
 * The groups of the palette for a query: the last used items, then commands, settings, places and things that match.
 * @param recent the ids of the items that were used last
 */
export function usePaletteGroups(query: string, recent: readonly string[]): readonly PaletteGroup[] {
  const text = useText();
  const words = text.frame.palette;
  const isEmpty = query.trim() === "";
  const commands = useAllCommands().filter(
    ({ id, enabled, hidden, isFoundOnly, title, words: more = "" }) =>
      enabled !== false &&
      hidden !== true &&
      !(isFoundOnly && isEmpty && !recent.includes(id)) &&
      matchesWords(`${title} ${more}`, query),
  );
  const things = useThings(query);
  const found = useSearchResults(query);
  const groups: PaletteGroup[] = [
    {
      value: "actions",
      label: words.actions,
      items: commands
        .filter(({ id }) => !isPlace(id) && !isSetting(id))
        .toSorted((one, other) => rankOf(one.id) - rankOf(other.id))
        .map(toItem),
    },
    {
      value: "settings",
      label: text.frame.settings,
      items: commands.filter(({ id }) => isSetting(id)).map(toItem),
    },
    { value: "places", label: words.places, items: commands.filter(({ id }) => isPlace(id)).map(toItem) },
    ...things,
    ...found,
  ];
  const everything = groups.flatMap(({ items }) => items);
  const used = recent.flatMap((id) => everything.find((item) => item.id === id) ?? []);
  const shown = isEmpty && used.length > 0 ? [{ value: "recent", label: words.recent, items: used }] : [];
  const rest = shown.length === 0 ? groups : groups.map((group) => withoutItems(group, recent));
  return [...shown, ...rest].filter(({ items }) => items.length > 0);
}

/** An item is in one group only. */
function withoutItems(group: PaletteGroup, ids: readonly string[]): PaletteGroup {
  return { ...group, items: group.items.filter(({ id }) => !ids.includes(id)) };
}

/** The projects, clients and servers that match. */
function useThings(query: string): readonly PaletteGroup[] {
  const text = useText();
  const { navigate } = useNavigation();
  const projects = useBridgeQuery("memories.projects", {}).data ?? [];
  const clients = useBridgeQuery("clients.grants", {}).data ?? [];
  const servers = useBridgeQuery("servers.list", {}).data ?? [];
  const group = (
    place: Place,
    label: string,
    icon: LucideIcon,
    things: readonly { readonly name: string; readonly title?: string; readonly path: readonly string[] }[],
  ): PaletteGroup => ({
    value: place,
    label,
    items: things
      .filter(({ name, title = "" }) => matchesWords(`${name} ${title}`, query))
      .slice(0, MAX_THINGS)
      .map(({ name, title = name, path }) => ({
        id: `${place} ${name}`,
        title,
        icon,
        run: () => navigate({ place, path }),
      })),
  });
  return [
    group(
      "projects",
      text.frame.projects,
      Folder,
      projects.map(({ name }) => ({ name, path: [name] })),
    ),
    group(
      "clients",
      text.frame.clients,
      Plug,
      clients.map(({ subject }) => ({ name: subject, title: clientTitle(subject), path: ["access", subject] })),
    ),
    group(
      "servers",
      text.frame.servers,
      Server,
      servers.map(({ id, name }) => ({ name, path: [id] })),
    ),
  ];
}

/** The conversations and memories that a search finds. */
function useSearchResults(query: string): readonly PaletteGroup[] {
  const text = useText();
  const { navigate } = useNavigation();
  const searched = useDeferredValue(query.trim());
  const isSearch = searched !== "";
  const memories = useBridgeQuery(
    "memories.search",
    { query: searched, domain: "_", limit: MAX_MEMORIES },
    { enabled: isSearch, placeholderData: keepPreviousData },
  );
  const sessions = useBridgeQuery("conversations.status", {}).data?.sessions ?? 0;
  const conversations = useBridgeQuery(
    "conversations.search",
    { query: searched, project: "_", limit: MAX_CONVERSATIONS },
    { enabled: isSearch && sessions > 0, placeholderData: keepPreviousData },
  );
  if (!isSearch) return [];
  return [
    {
      value: "memories",
      label: text.frame.memories,
      items: (memories.data?.items ?? []).map(({ memory }) => ({
        id: memory.id,
        title: titleOf(memory.content),
        detail: `${memory.namespace} · ${memory.domain}`,
        icon: FileText,
        run: () => navigate({ place: "memories", path: ["all", memory.id] }),
      })),
    },
    {
      value: "conversations",
      label: text.frame.conversations,
      items: (sessions === 0 ? [] : (conversations.data?.items ?? [])).map(({ session, best }) => ({
        id: `conversation ${session.id}`,
        title: session.title ?? session.id,
        detail: clientTitle(session.client),
        icon: MessagesSquare,
        run: () => navigate({ place: "conversations", path: [session.id, String(best)] }),
      })),
    },
  ];
}

function toItem({ id, title, detail, keys, icon, run }: Command): PaletteItem {
  return {
    id,
    title,
    run,
    ...(detail === undefined ? {} : { detail }),
    ...(keys?.[0] === undefined ? {} : { keys: keys[0] }),
    ...(icon === undefined ? {} : { icon }),
  };
}

function isPlace(id: string): boolean {
  return id.startsWith("go.");
}

function isSetting(id: string): boolean {
  return id.startsWith("setting.");
}

/** Commands of the open place come first; those that pause the service come last, so that Enter does not run them. */
function rankOf(id: string): number {
  if (id.startsWith("status.")) return 2;
  return id.includes(".") && !/^(?:theme|language)\./.test(id) ? 0 : 1;
}

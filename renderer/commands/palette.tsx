// Hand-written because the palette is one list with groups and live results: Base UI has the parts, and a library for
// palettes would bring its own dialog, filter and keyboard.

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData } from "@tanstack/react-query";
import { FileText, Folder, type LucideIcon, MessagesSquare, Plug, Search, Server } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { titleOf } from "../../electron/core/memory.ts";
import { useBridgeQuery } from "../data/use-bridge.tsx";
import { useStored } from "../data/use-stored.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import type { Place } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { clientTitle } from "../ui/client-name.ts";
import { OneLine } from "../ui/inline-text.tsx";
import { KeyHint } from "../ui/keys.tsx";
import { usePopupFocus } from "../ui/popup.tsx";
import { ITEM_STYLE } from "../ui/select.tsx";
import type { Command } from "./command.ts";
import { useAllCommands } from "./commands.tsx";
import { matchesWords } from "./match-words.ts";

/** The command palette: finds commands, settings, places, and everything that has a name, the last used first. */
export function Palette({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const text = useText();
  const focus = usePopupFocus();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          {...focus}
          aria-label={text.frame.palette.title}
          className="fixed top-[12vh] left-1/2 z-40 flex max-h-[70vh] w-[calc(100vw-32px)] max-w-150 -translate-x-1/2 flex-col overflow-hidden rounded-lg bg-raised shadow-dialog outline-hidden transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border"
        >
          <PaletteContent onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteContent({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const words = text.frame.palette;
  const [query, setQuery] = useState("");
  const { recent, use } = useRecentItems();
  const groups = usePaletteGroups(query, recent);
  const choose = (item: PaletteItem) => {
    use(item.id);
    onClose();
    item.run();
  };
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      value={query}
      onValueChange={setQuery}
      itemToStringValue={(item: PaletteItem) => item.title}
      filter={null}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search size={15} className="text-ink-faint" aria-hidden />
        <Autocomplete.Input
          aria-label={words.placeholder}
          placeholder={words.placeholder}
          dir="auto"
          className="h-11 flex-1 bg-transparent text-md text-ink outline-hidden"
        />
      </div>
      <Autocomplete.Empty>
        {groups.length === 0 && <div className="px-4 py-6 text-center text-ink-soft">{words.nothing}</div>}
      </Autocomplete.Empty>
      <Autocomplete.List className="min-h-0 scroll-py-2 overflow-y-auto p-2 data-empty:hidden">
        {(group: (typeof groups)[number]) => (
          <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-2">
            <Autocomplete.GroupLabel className="px-2 py-1 text-xs font-medium text-ink-faint">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => <PaletteRow key={item.id} item={item} onChoose={() => choose(item)} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <footer className="flex gap-4 border-t border-line px-4 py-2 text-xs text-ink-faint" aria-hidden>
        <span>↑↓ {words.move_hint}</span>
        <span>↵ {words.open_hint}</span>
        <span>esc {words.close_hint}</span>
      </footer>
    </Autocomplete.Root>
  );
}

function PaletteRow({ item, onChoose }: { readonly item: PaletteItem; readonly onChoose: () => void }) {
  const Icon = item.icon ?? FileText;
  return (
    <Autocomplete.Item value={item} onClick={onChoose} className={`${ITEM_STYLE} min-h-8`}>
      <Icon size={15} strokeWidth={1.75} className="shrink-0 text-ink-faint" aria-hidden />
      <OneLine className="min-w-0 flex-1">{item.title}</OneLine>
      {item.detail !== undefined && <span className="shrink-0 text-sm text-ink-faint">{item.detail}</span>}
      {item.keys !== undefined && <KeyHint keys={item.keys} />}
    </Autocomplete.Item>
  );
}

/** The number of items that the palette remembers. */
const MAX_RECENT = 6;

/** The items of the palette that were used last, the newest first, by their ids. */
function useRecentItems() {
  const [recent, store] = useStored<readonly string[]>("palette.recent", []);
  return { recent, use: (id: string) => store([id, ...recent.filter((other) => other !== id)].slice(0, MAX_RECENT)) };
}

const MAX_MEMORIES = 8;
const MAX_CONVERSATIONS = 4;
/** The most projects, clients or servers. */
const MAX_THINGS = 5;

interface PaletteItem {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  readonly keys?: string;
  readonly icon?: LucideIcon;
  readonly run: () => void;
}
interface PaletteGroup {
  readonly value: string;
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

/**
 * The groups of the palette for a query: the last used items, then commands, settings, places and things that match.
 * @param recent the ids of the items that were used last
 */
function usePaletteGroups(query: string, recent: readonly string[]): readonly PaletteGroup[] {
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

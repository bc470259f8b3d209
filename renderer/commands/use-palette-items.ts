import { keepPreviousData } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { useDeferredValue } from "react";
import { titleOf } from "../../electron/core/memory.ts";
import type { SearchHit } from "../../electron/core/search.ts";
import { useBridgeQuery } from "../data/use-bridge-query.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { useText } from "../text/use-text.ts";
import { useAllCommands } from "./commands.tsx";
import { matchesWords } from "./match-words.ts";

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
  readonly items: PaletteItem[];
}

const MEMORIES_SHOWN = 8;

/** What the palette offers for a query: memories first where words were typed, else what can be done. */
export function usePaletteItems(query: string): PaletteGroup[] {
  const text = useText();
  const words = text.frame.palette;
  const { navigate } = useNavigation();
  const wanted = useDeferredValue(query.trim());
  const found = useBridgeQuery(
    "memories.search",
    { query: wanted, domain: "_", limit: MEMORIES_SHOWN },
    { enabled: wanted !== "", placeholderData: keepPreviousData },
  );
  const commands = useAllCommands().filter(
    (command) => command.enabled !== false && command.hidden !== true && matchesWords(command.title, query),
  );
  const toItem = ({ id, title, keys, icon, run }: (typeof commands)[number]): PaletteItem => ({
    id,
    title,
    run,
    ...(keys?.[0] === undefined ? {} : { keys: keys[0] }),
    ...(icon === undefined ? {} : { icon }),
  });
  const isPlace = (id: string) => id.startsWith("go.");
  const memories = wanted === "" ? [] : (found.data?.items ?? []).filter(isTelling);
  const groups: PaletteGroup[] = [
    {
      value: "actions",
      label: words.actions,
      items: commands
        .filter((command) => !isPlace(command.id))
        .toSorted((one, other) => rankOf(one.id) - rankOf(other.id))
        .map(toItem),
    },
    { value: "places", label: words.places, items: commands.filter((command) => isPlace(command.id)).map(toItem) },
    {
      value: "memories",
      label: words.memories,
      items: memories.map(({ memory }) => ({
        id: memory.id,
        title: titleOf(memory.content),
        detail: `${memory.namespace} · ${memory.domain}`,
        run: () => navigate({ place: "memories", path: ["all", memory.id] }),
      })),
    },
  ];
  return groups.filter((group) => group.items.length > 0);
}

/** Less alike than this, and without one of the words, it is not what was meant by a few letters. */
const LEAST_ALIKE = 0.3;

function isTelling({ matched: { words, similarity } }: SearchHit): boolean {
  return words.length > 0 || (similarity ?? 0) >= LEAST_ALIKE;
}

/** What belongs to the open place comes first; what changes the whole application is not one Enter away. */
function rankOf(id: string): number {
  if (id.startsWith("status.")) return 2;
  return id.includes(".") && !/^(?:theme|language)\./.test(id) ? 0 : 1;
}

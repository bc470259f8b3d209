import type { RefObject } from "react";
import type { Memory } from "../../../electron/core/memory.ts";
import type { Command } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import type { Remedy } from "./finding.tsx";

interface FindingCommands {
  readonly list: RefObject<HTMLElement | null>;
  /** What the active finding is about; null while there is none. */
  readonly memory: Memory | null;
  readonly remedies: readonly Remedy[];
  readonly act: (remedy: Remedy) => void;
  readonly step: (steps: 1 | -1) => void;
  readonly end: (last: boolean) => void;
}

/** Everything that can be done with the active finding, by keys inside the list and in the palette. */
export function useFindingCommands({ list, memory, remedies, act, step, end }: FindingCommands): void {
  const text = useText();
  const words = text.health;
  const { navigate } = useNavigation();
  const enabled = memory !== null;
  const moving = (id: string, title: string, keys: readonly string[], run: () => void): Command => ({
    id: `health.${id}`,
    title,
    group: words.title,
    keys,
    hidden: true,
    enabled,
    run,
  });
  useCommands([
    moving("next", words.next, ["arrowdown", "j"], () => step(1)),
    moving("previous", words.previous, ["arrowup", "k"], () => step(-1)),
    { ...moving("first", words.first, ["home"], () => end(false)), within: list },
    { ...moving("last", words.last, ["end"], () => end(true)), within: list },
    {
      id: "health.edit",
      title: words.edit,
      group: words.title,
      keys: ["e"],
      within: list,
      enabled,
      run: () => memory !== null && navigate({ place: "memories", path: ["all", memory.id, "edit"] }),
    },
    ...remedies
      .filter(({ keys }) => keys !== "e")
      .map(
        (remedy): Command => ({
          id: `health.${remedy.label}`,
          title: remedy.label,
          group: words.title,
          within: list,
          enabled,
          run: () => act(remedy),
          ...(remedy.keys === undefined ? {} : { keys: [remedy.keys] }),
        }),
      ),
  ]);
}

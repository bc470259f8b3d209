// Hand-written because the palette is one list with groups and live results: Base UI has the parts, and a library for
// palettes would bring its own dialog, filter and keyboard.

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { FileText, Search } from "lucide-react";
import { useState } from "react";
import { useStored } from "../data/use-stored.ts";
import { useText } from "../text/use-text.ts";
import { OneLine } from "../ui/inline-text.tsx";
import { KeyHint } from "../ui/keys.tsx";
import { usePopupFocus } from "../ui/popup.tsx";
import { ITEM_STYLE } from "../ui/select.tsx";
import { type PaletteItem, usePaletteGroups } from "./use-palette-groups.ts";

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

import clsx from "clsx";
import { ArrowDown, ArrowUp, Bookmark, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { SavedView } from "../../electron/window-api/contract.ts";
import { commandsOf } from "../commands/command.ts";
import { useCommands } from "../commands/commands.tsx";
import { NameDialog } from "../features/memories/views/save-view-button.tsx";
import { showsView, useSavedViews } from "../features/memories/views/saved-views.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { parseRoute } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { IconButton } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { useNarrow } from "../ui/panes.tsx";
import { PlaceLink } from "./place-link.tsx";

/** The saved views: lists with their filters. In a narrow window they are a menu. */
export function SavedViewLinks() {
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
    <section aria-label={words.title} className="border-t border-line pt-2">
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

import clsx from "clsx";
import { ArrowDown, ArrowUp, Bookmark, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { SavedView } from "../../electron/window-api/contract.ts";
import type { Command } from "../commands/command.ts";
import { useCommands } from "../commands/commands.tsx";
import { NameDialog } from "../features/memories/views/name-dialog.tsx";
import { showsView, useSavedViews } from "../features/memories/views/saved-views.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { parseRoute } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu } from "../ui/menu.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
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

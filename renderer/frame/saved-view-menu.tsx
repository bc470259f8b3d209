import clsx from "clsx";
import { Bookmark, Pencil, Trash2 } from "lucide-react";
import type { SavedView } from "../../electron/ipc/contract.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { parseRoute } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu } from "../ui/menu.tsx";

interface SavedViewMenuProps {
  readonly views: readonly SavedView[];
  /** The view that is shown, if it is one of them. */
  readonly current: SavedView | undefined;
  readonly onRename: (view: SavedView) => void;
  readonly onRemove: (view: SavedView) => void;
}

/** The saved views where there is room for one icon only. */
export function SavedViewMenu({ views, current, onRename, onRemove }: SavedViewMenuProps) {
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

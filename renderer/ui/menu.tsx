import { ContextMenu as BaseContextMenu } from "@base-ui/react/context-menu";
import { Menu as Base } from "@base-ui/react/menu";
import clsx from "clsx";
import { Check, type LucideIcon } from "lucide-react";
import { Fragment, type MouseEvent, type ReactElement, type ReactNode } from "react";
import { KeyHint } from "./keys.tsx";
import { ITEM_STYLE, POPUP_STYLE } from "./select.tsx";

interface MenuAction {
  /** Needed if two entries have the same label. */
  readonly id?: string;
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: LucideIcon;
  /** A shortcut to display. Not bound here. */
  readonly keys?: string;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  /** For entries that are on or off. */
  readonly checked?: boolean;
}
export type MenuEntry = MenuAction | "separator";

interface MenuProps {
  /** The button that opens the menu, such as an `IconButton`. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly entries: readonly MenuEntry[];
  readonly align?: "start" | "center" | "end";
  readonly side?: "top" | "bottom" | "right";
}

/** A menu of actions. */
export function Menu({ trigger, entries, align = "end", side = "bottom" }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="z-50" sideOffset={4} align={align} side={side}>
          <Base.Popup className={clsx(POPUP_STYLE, "min-w-48 p-1")}>
            <MenuItems entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface ContextMenuProps {
  /** The element that the menu belongs to, without its children. */
  readonly render: ReactElement<Record<string, unknown>>;
  /** Nothing opens without entries. */
  readonly entries: readonly MenuEntry[];
  /** Called before it opens, by the mouse or by the keyboard, so that the entries can be about the row under the pointer. */
  readonly onOpen?: (event: MouseEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

/** A menu of actions on a right click, a long press or the menu key. Everything in it can also be reached without it. */
export function ContextMenu({ render, entries, onOpen, children }: ContextMenuProps) {
  return (
    <BaseContextMenu.Root>
      <BaseContextMenu.Trigger render={render} onContextMenu={onOpen}>
        {children}
      </BaseContextMenu.Trigger>
      {entries.length > 0 && (
        <Base.Portal>
          <Base.Positioner className="z-50">
            <Base.Popup className={clsx(POPUP_STYLE, "min-w-48 p-1")}>
              <MenuItems entries={entries} />
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      )}
    </BaseContextMenu.Root>
  );
}

function MenuItems({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return entries.map((entry, index) =>
    entry === "separator" ? (
      <Base.Separator key={`before ${labelOf(entries[index + 1])}`} className="mx-2 my-1 h-px bg-line" />
    ) : (
      <Fragment key={entry.id ?? entry.label}>
        <MenuItem entry={entry} />
      </Fragment>
    ),
  );
}

function labelOf(entry: MenuEntry | undefined): string {
  return typeof entry === "object" ? (entry.id ?? entry.label) : "";
}

function MenuItem({ entry }: { readonly entry: MenuAction }) {
  const content = (
    <>
      {entry.icon !== undefined && <entry.icon size={14} strokeWidth={1.75} aria-hidden />}
      <span className="flex-1">{entry.label}</span>
      {entry.checked === true && <Check size={14} aria-hidden />}
      {entry.keys !== undefined && <KeyHint keys={entry.keys} />}
    </>
  );
  const className = clsx(ITEM_STYLE, entry.danger && "text-bad-text");
  const disabled = entry.disabled ?? false;
  if (entry.checked !== undefined) {
    return (
      <Base.CheckboxItem
        checked={entry.checked}
        disabled={disabled}
        closeOnClick
        className={className}
        onCheckedChange={entry.onSelect}
      >
        {content}
      </Base.CheckboxItem>
    );
  }
  return (
    <Base.Item disabled={disabled} className={className} onClick={entry.onSelect}>
      {content}
    </Base.Item>
  );
}

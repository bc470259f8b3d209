import type { LucideIcon } from "lucide-react";
import type { RefObject } from "react";
import { matchesKeys } from "../ui/keys.tsx";

/** An action in the palette and in the list of shortcuts, with optional keys. */
export interface Command {
  /** Unique in the window, such as `memories.edit`. */
  readonly id: string;
  readonly title: string;
  /** The heading in the list of shortcuts. */
  readonly group: string;
  readonly run: () => void;
  /** Such as `mod+k`, `e` or `?`; the first is displayed. */
  readonly keys?: readonly string[];
  readonly icon?: LucideIcon;
  /** Further words by which the palette finds it, separated by spaces. */
  readonly words?: string;
  /** Shown after the title in the palette, such as the section of a setting. */
  readonly detail?: string;
  /** In the palette only while a query matches it. */
  readonly isFoundOnly?: boolean;
  /** Default true. A disabled command is not in the palette and its keys do nothing. */
  readonly enabled?: boolean;
  /** Whether the keys also work while a field has focus; by default only keys with `mod` do. */
  readonly inFields?: boolean;
  /** The keys work only while the focus is in this element. */
  readonly within?: RefObject<Element | null>;
  /** Holding the keys runs it once. */
  readonly once?: boolean;
  /** Not in the palette, for navigation keys. */
  readonly hidden?: boolean;
}

type CommandDetails = Omit<Command, "id" | "title" | "group" | "run">;

/** A function that creates commands of one group. @param place the start of their ids, such as `memories` */
export function commandsOf(place: string, group: string, shared: CommandDetails = {}) {
  return (name: string, title: string, run: () => void, details: CommandDetails = {}): Command => ({
    id: `${place}.${name}`,
    title,
    group,
    run,
    ...shared,
    ...details,
  });
}

/** Elements above the page that handle all keys themselves. */
const CAPTURING = '[role="dialog"], [role="alertdialog"], [role="menu"]';
/** Elements in which arrows, Home, End and page keys already select, move or scroll. */
const MOVING = 'input[type="radio"], [role="tab"], [role="separator"], [role="combobox"], [data-page]';
/** Elements that Enter and Space activate. */
const ACTIVATED = "button, a[href], summary";
const MOVING_KEYS = /^(?:Arrow|Home$|End$|Page)/;

/** Finds the command for a key press: the last registered command that is enabled and, while typing, works in fields. */
export function findCommand(commands: readonly Command[], event: KeyboardEvent): Command | null {
  if (event.defaultPrevented || event.isComposing) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(CAPTURING) != null) return null;
  if (MOVING_KEYS.test(event.key) && target?.closest(MOVING) != null) return null;
  if (/^(?:Enter| )$/.test(event.key) && !hasModifier(event) && target?.closest(ACTIVATED) != null) return null;
  const typing = target !== null && isField(target);
  return (
    commands.findLast(
      (command) =>
        command.enabled !== false &&
        !(command.once && event.repeat) &&
        (command.within === undefined || command.within.current?.contains(target)) &&
        command.keys?.some((keys) => matchesKeys(event, keys) && (!typing || worksInFields(command, keys))),
    ) ?? null
  );
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

function worksInFields(command: Command, keys: string): boolean {
  return command.inFields ?? keys.includes("mod+");
}

function isField(element: Element): boolean {
  return (
    element.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]') !== null
  );
}

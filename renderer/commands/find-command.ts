import { matchesKeys } from "../ui/keys.ts";
import type { Command } from "./command.ts";

/** Where keys belong to what is open above the page. */
const CAPTURING = '[role="dialog"], [role="alertdialog"], [role="menu"]';
/** Where arrows, Home and End choose, move or scroll already. */
const MOVING = 'input[type="radio"], [role="tab"], [role="separator"], [role="combobox"], [data-page]';
const MOVING_KEYS = /^(?:Arrow|Home$|End$|Page)/;

/** The command a key press means: the newest that is enabled; none while typing, unless the key is meant for that. */
export function findCommand(commands: readonly Command[], event: KeyboardEvent): Command | null {
  if (event.defaultPrevented || event.isComposing) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(CAPTURING) != null) return null;
  if (MOVING_KEYS.test(event.key) && target?.closest(MOVING) != null) return null;
  const typing = target !== null && isField(target);
  return (
    commands.findLast(
      (command) =>
        command.enabled !== false &&
        (command.within === undefined || command.within.current?.contains(target)) &&
        command.keys?.some((keys) => matchesKeys(event, keys) && (!typing || worksInFields(command, keys))),
    ) ?? null
  );
}

function worksInFields(command: Command, keys: string): boolean {
  return command.inFields ?? keys.includes("mod+");
}

function isField(element: Element): boolean {
  return (
    element.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]') !== null
  );
}

import { ArrowDown, ArrowUp, Check, Copy, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useText } from "../../text/use-text.ts";
import type { MenuEntry } from "../../ui/menu.tsx";
import { useToast } from "../../ui/toast.tsx";

interface ReviewActions {
  readonly keep?: () => void;
  readonly edit?: () => void;
  readonly reject?: () => void;
  /** For a rejected one. */
  readonly reopen?: () => void;
  readonly move: (steps: number) => void;
}

/** The decisions about a proposal or suggestion as a menu. The returned function takes its text, which it offers to copy. */
export function useReviewMenu(actions: ReviewActions): (content: string) => readonly MenuEntry[] {
  const { common, inbox: text, memories } = useText();
  const toast = useToast();
  const { keep, edit, reject, reopen, move } = actions;
  const entry = (run: (() => void) | undefined, details: Omit<Exclude<MenuEntry, "separator">, "onSelect">) =>
    run === undefined ? [] : [{ ...details, onSelect: run }];
  return (content) => [
    ...entry(keep, { label: common.keep, icon: Check, keys: "enter" }),
    ...entry(reopen, { label: text.reopen, icon: RotateCcw, keys: "enter" }),
    ...entry(edit, { label: common.edit, icon: Pencil, keys: "e" }),
    ...entry(reject, { label: text.reject, icon: Trash2, keys: "backspace", danger: true }),
    "separator",
    { label: memories.actions.copy, icon: Copy, onSelect: () => toast.copy(content, memories.done.copied) },
    { label: text.previous, icon: ArrowUp, keys: "arrowup", onSelect: () => move(-1) },
    { label: text.next, icon: ArrowDown, keys: "arrowdown", onSelect: () => move(1) },
  ];
}

import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef } from "react";
import { useText } from "../text/use-text.ts";
import { tellError } from "./error-state.tsx";
import { useToast } from "./toast.tsx";
import { createUndoStack, type UndoStep } from "./undo-stack.ts";

interface Undo {
  /** Tells what was done and offers to take it back, by button and by ⌘Z. */
  offer(message: string, undo: () => Promise<unknown>): void;
  /** Takes back the last change that was offered. */
  undoLast(): void;
}

const UndoContext = createContext<Undo | null>(null);

export function UndoProvider({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const toast = useToast();
  const stack = useRef(createUndoStack());

  const run = useCallback(
    (undo: UndoStep | null) => {
      if (undo === null) {
        toast.show({ message: text.common.nothingToUndo });
        return;
      }
      undo().then(
        () => toast.show({ message: text.common.undone }),
        (error: unknown) => toast.show({ message: tellError(error, text), tone: "bad" }),
      );
    },
    [toast, text],
  );

  const value = useMemo<Undo>(
    () => ({
      offer(message, undo) {
        // The offer goes when it is taken, by its button or by ⌘Z.
        const take = stack.current.push(() => {
          hide();
          return undo();
        });
        const hide = toast.show({ message, action: { label: text.common.undo, run: () => run(take()) } });
      },
      undoLast: () => run(stack.current.pop()),
    }),
    [toast, text, run],
  );
  return <UndoContext value={value}>{children}</UndoContext>;
}

export function useUndo(): Undo {
  const undo = useContext(UndoContext);
  if (undo === null) throw new Error("useUndo needs an UndoProvider above it.");
  return undo;
}

import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef } from "react";
import { useText } from "../text/use-text.ts";
import { useToast } from "./toast.tsx";

interface UndoStep {
  readonly message: string;
  readonly run: () => Promise<unknown>;
}

interface OfferOptions {
  /** Without a message: the page shows the change. ⌘Z undoes it. */
  readonly quiet?: boolean;
}

export interface Undo {
  /** Names the change, with a button that undoes it; ⌘Z undoes it as well, and names it again. */
  offer(message: string, undo: () => Promise<unknown>, options?: OfferOptions): void;
  /** Runs a change that offers to undo it at its end. Undoing waits for it, so that it does not undo an earlier one. */
  track<Result>(change: () => Promise<Result>): Promise<Result>;
  /** Undoes the last change that was offered. */
  undoLast(): void;
}

const UndoContext = createContext<Undo | null>(null);

interface UndoProviderProps {
  /** Older steps cannot be undone. */
  readonly maxSteps?: number;
  readonly children: ReactNode;
}

export function UndoProvider({ maxSteps = 50, children }: UndoProviderProps) {
  const text = useText();
  const toast = useToast();
  const steps = useRef<UndoStep[]>([]);
  /** Closes the offer that is shown: only the newest one is; ⌘Z undoes the earlier ones too. */
  const hideShown = useRef(() => {});
  const underway = useRef(new Set<Promise<unknown>>());

  const run = useCallback(
    (step: UndoStep | undefined) => {
      if (step === undefined) {
        toast.show(text.common.nothingToUndo);
        return;
      }
      step.run().then(() => toast.show(text.common.undone(step.message)), toast.fail);
    },
    [toast, text],
  );

  const value = useMemo<Undo>(
    () => ({
      offer(message, undo, { quiet = false } = {}) {
        // Either way of undoing closes the toast and removes the step.
        const step: UndoStep = {
          message,
          run: () => {
            hide();
            return undo();
          },
        };
        const take = () => {
          const index = steps.current.indexOf(step);
          return index === -1 ? undefined : steps.current.splice(index, 1)[0];
        };
        hideShown.current();
        const hide = quiet
          ? () => undefined
          : toast.show(message, { action: { label: text.common.undo, run: () => run(take()) } });
        hideShown.current = hide;
        steps.current = [...steps.current, step].slice(-maxSteps);
      },
      async track(change) {
        const running = change();
        underway.current.add(running);
        try {
          return await running;
        } finally {
          underway.current.delete(running);
        }
      },
      undoLast() {
        const undoNewest = () => run(steps.current.pop());
        if (underway.current.size === 0) undoNewest();
        else void Promise.allSettled(underway.current).then(undoNewest);
      },
    }),
    [toast, text, run, maxSteps],
  );
  return <UndoContext value={value}>{children}</UndoContext>;
}

export function useUndo(): Undo {
  const undo = useContext(UndoContext);
  if (undo === null) throw new Error("useUndo needs an UndoProvider above it.");
  return undo;
}

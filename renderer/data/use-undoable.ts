import type { MethodInput, MethodName } from "../../electron/window-api/contract.ts";
import type { BridgeError } from "../bridge.ts";
import { useToast } from "../ui/toast.tsx";
import { useUndo } from "../ui/undo.tsx";
import { type MutationSettings, useBridgeMutation } from "./use-bridge.tsx";

interface UndoableSettings<Name extends MethodName> extends MutationSettings<Name> {
  /** Names the change. */
  readonly done: (input: MethodInput<Name>) => string;
  /** The call that takes the change back. It is asked for before the change. */
  readonly inverse: (input: MethodInput<Name>) => MethodInput<Name>;
  /** Whether the caller shows the error of the change. */
  readonly showsError?: boolean;
}

export interface ChangeOptions {
  /** Called after the change, not after it was undone. */
  readonly onSuccess?: () => void;
  /** Whether a message names the change: the page does not show it otherwise. */
  readonly announced?: boolean;
}

/** A change that can be undone, and the state of its last call. */
export interface UndoableChange<Name extends MethodName> {
  mutate(input: MethodInput<Name>, options?: ChangeOptions): void;
  reset(): void;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly isError: boolean;
  readonly error: BridgeError | null;
  /** The input of the last call. */
  readonly variables: MethodInput<Name> | undefined;
}

/** Calls a changing method that takes its own changes back, and offers to undo the change. */
export function useUndoable<Name extends MethodName>(
  method: Name,
  { done, inverse, showsError = false, ...settings }: UndoableSettings<Name>,
): UndoableChange<Name> {
  const undo = useUndo();
  const toast = useToast();
  const change = useBridgeMutation(method, settings);
  const { mutateAsync } = change;
  const mutate = (input: MethodInput<Name>, { onSuccess, announced = false }: ChangeOptions = {}) => {
    const message = done(input);
    const back = inverse(input);
    const offer = () => undo.offer(message, () => mutateAsync(back), { quiet: !announced });
    void undo.track(() =>
      mutateAsync(input).then(
        () => {
          offer();
          onSuccess?.();
        },
        (error) => !showsError && toast.fail(error),
      ),
    );
  };
  return { ...change, mutate };
}

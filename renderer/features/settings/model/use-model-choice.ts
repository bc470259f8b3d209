import { useState } from "react";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useModelStatus } from "./use-model-status.ts";

/** Trying and taking a model. What would leave the machine is asked about first, in the application's words. */
export function useModelChoice(onChosen: () => void) {
  const { put } = useModelStatus();
  const [warning, setWarning] = useState<string | null>(null);
  const test = useBridgeMutation("model.test");
  const choose = useBridgeMutation("model.choose", {
    onMutate: () => test.reset(),
    onSuccess: (status) => {
      put(status);
      onChosen();
    },
    onError: (error) => {
      if (error.field === "leavingConfirmed") setWarning(error.message);
    },
  });
  const asked = choose.variables;
  return {
    test,
    choose,
    /** What the owner is to confirm; null: nothing. */
    warning,
    confirm: () => asked !== undefined && choose.mutate({ ...asked, leavingConfirmed: true }),
    dismiss: () => {
      setWarning(null);
      choose.reset();
    },
    /** Something else was typed: what was said before is over. */
    reset: () => {
      test.reset();
      choose.reset();
    },
  };
}

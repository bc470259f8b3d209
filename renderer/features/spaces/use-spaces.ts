import { useQueryClient } from "@tanstack/react-query";
import type { ListedSpace } from "../../../electron/core/spaces.ts";
import type { MethodInput } from "../../../electron/window-api/contract.ts";
import type { BridgeError } from "../../bridge.ts";
import { useAction, useBridgeQuery, useCancellable } from "../../data/use-bridge.tsx";
import { useToast } from "../../ui/toast.tsx";

const LIST = ["spaces.list", {}];

/** The spaces of this device. */
export function useSpaces() {
  return useBridgeQuery("spaces.list", {}, { refetchOnMount: "always" });
}

/** The methods that change a space and return it. */
type SpaceMethod =
  | "spaces.addDomains"
  | "spaces.sync"
  | "spaces.pause"
  | "spaces.resume"
  | "spaces.setAccess"
  | "spaces.changePassphrase";

/** Changes a space and shows its new state immediately. `quiet`: the caller shows errors. */
export function useSpaceChange<Name extends SpaceMethod>(
  method: Name,
  settings: {
    readonly onSuccess?: (space: ListedSpace, input: MethodInput<Name>) => void;
    readonly quiet?: boolean;
  } = {},
) {
  const cache = useQueryClient();
  return useAction(method, {
    refreshes: ["spaces.list"],
    onSuccess(space, input) {
      cache.setQueryData<readonly ListedSpace[]>(LIST, (all) => all?.map((one) => (one.id === space.id ? space : one)));
      settings.onSuccess?.(space, input);
    },
    ...(settings.quiet === true && { onError: undefined }),
  });
}

export type SpaceActions = ReturnType<typeof useSpaceActions>;

/** Synchronises, pauses and resumes a space. A failed synchronisation is in the state of the space. */
export function useSpaceActions({ id }: Pick<ListedSpace, "id">) {
  const sync = useSpaceChange("spaces.sync", { quiet: true });
  const pause = useSpaceChange("spaces.pause");
  const resume = useSpaceChange("spaces.resume");
  return {
    sync: () => sync.mutate({ id }),
    pause: () => pause.mutate({ id }),
    resume: () => resume.mutate({ id }),
    isBusy: sync.isPending || pause.isPending || resume.isPending,
  };
}

/** Creates or joins a space, which can be cancelled. @param done the message after it, with the name of the space */
export function useEntering<Name extends "spaces.create" | "spaces.join">(
  method: Name,
  done: (name: string) => string,
  { onDone, onError }: { onDone: (space: ListedSpace) => void; onError?: (error: BridgeError) => void },
) {
  const cache = useQueryClient();
  const toast = useToast();
  return useCancellable(method, {
    async onSuccess(space) {
      await cache.invalidateQueries({ queryKey: LIST });
      toast.show(done(space.name));
      onDone(space);
    },
    onError,
  });
}

/** Whether this device may change members, devices and the passphrase. In a folder every member may. */
export function isManager({ role }: Pick<ListedSpace, "role">): boolean {
  return role === null || role === "owner";
}

import { useQueryClient } from "@tanstack/react-query";
import type { ClientGrant, MethodInput } from "../../../../electron/window-api/contract.ts";
import { useBridgeMutation } from "../../../data/use-bridge.tsx";

export type GrantChanges = ReturnType<typeof useGrant>;

/** Changes the grant of a client and updates the cached grants immediately. */
export function useGrant({ subject }: ClientGrant) {
  const cache = useQueryClient();
  const cacheGrant = (changed: ClientGrant) => {
    cache.setQueryData<readonly ClientGrant[]>(["clients.grants", {}], (grants) =>
      grants?.map((grant) => (grant.subject === changed.subject ? changed : grant)),
    );
  };
  const update = useBridgeMutation("clients.updateGrant", { onSuccess: cacheGrant });
  const rotate = useBridgeMutation("clients.rotate", { onSuccess: ({ grant }) => cacheGrant(grant) });
  const revoke = useBridgeMutation("clients.revoke", { onSuccess: cacheGrant });
  const forget = useBridgeMutation("clients.forget");
  return {
    update: (changes: Omit<MethodInput<"clients.updateGrant">, "subject">) => update.mutate({ subject, ...changes }),
    rotate: () => rotate.mutate({ subject }),
    revoke: () => {
      rotate.reset();
      revoke.mutate({ subject });
    },
    /** Deletes a revoked token, then calls `onDone`. */
    forget: (onDone: () => void) => forget.mutate({ subject }, { onSuccess: onDone }),
    /** The token that was issued last in this pane, or null. It is not stored anywhere. */
    issued: rotate.data?.token ?? null,
    error: update.error ?? rotate.error ?? revoke.error ?? forget.error,
    isBusy: update.isPending || rotate.isPending || revoke.isPending || forget.isPending,
  };
}

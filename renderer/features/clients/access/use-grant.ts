import { useQueryClient } from "@tanstack/react-query";
import type { ClientGrant, MethodInput } from "../../../../electron/window-api/contract.ts";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";

/** The changes of one client's grant, and their state. */
export interface GrantChanges {
  update(changes: Omit<MethodInput<"clients.updateGrant">, "subject">): void;
  rotate(): void;
  revoke(): void;
  /** Deletes a revoked token, then calls `onDone`. */
  forget(onDone: () => void): void;
  /** The text of the token that was issued last in this pane. It is not stored anywhere. */
  readonly issued: string | null;
  readonly error: unknown;
  readonly isBusy: boolean;
}

/** Changes a grant and updates the cached grants at once. */
export function useGrant({ subject }: ClientGrant): GrantChanges {
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
    update: (changes) => update.mutate({ subject, ...changes }),
    rotate: () => rotate.mutate({ subject }),
    revoke: () => {
      rotate.reset();
      revoke.mutate({ subject });
    },
    forget: (onDone) => forget.mutate({ subject }, { onSuccess: onDone }),
    issued: rotate.data?.token ?? null,
    error: update.error ?? rotate.error ?? revoke.error ?? forget.error,
    isBusy: update.isPending || rotate.isPending || revoke.isPending || forget.isPending,
  };
}

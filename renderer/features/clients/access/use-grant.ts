import { useQueryClient } from "@tanstack/react-query";
import type { ClientGrant, MethodInput } from "../../../../electron/ipc/contract.ts";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";

/** What can be done about one client's grant. */
export interface GrantChanges {
  update(changes: Omit<MethodInput<"clients.updateGrant">, "subject">): void;
  rotate(): void;
  revoke(): void;
  /** Removes a revoked token; `onDone` is called when it is gone. */
  forget(onDone: () => void): void;
  /** The text of the token that was made last, here; it is told nowhere else. */
  readonly issued: string | null;
  readonly error: unknown;
  readonly isBusy: boolean;
}

/** Changes a grant; what holds then is shown at once. */
export function useGrant({ subject }: ClientGrant): GrantChanges {
  const cache = useQueryClient();
  const show = (changed: ClientGrant) => {
    cache.setQueryData<readonly ClientGrant[]>(["clients.grants", {}], (grants) =>
      grants?.map((grant) => (grant.subject === changed.subject ? changed : grant)),
    );
  };
  const update = useBridgeMutation("clients.updateGrant", { onSuccess: show });
  const rotate = useBridgeMutation("clients.rotate", { onSuccess: ({ grant }) => show(grant) });
  const revoke = useBridgeMutation("clients.revoke", { onSuccess: show });
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

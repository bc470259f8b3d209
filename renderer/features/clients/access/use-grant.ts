import { useQueryClient } from "@tanstack/react-query";
import type { ClientGrant, MethodInput } from "../../../../electron/ipc/contract.ts";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";

/** Changes a grant; what holds then is shown at once. */
export function useGrant({ subject }: ClientGrant) {
  const cache = useQueryClient();
  const show = (changed: ClientGrant) => {
    cache.setQueryData<readonly ClientGrant[]>(["clients.grants", {}], (grants) =>
      grants?.map((grant) => (grant.subject === changed.subject ? changed : grant)),
    );
  };
  const update = useBridgeMutation("clients.updateGrant", { onSuccess: show });
  const rotate = useBridgeMutation("clients.rotate", { onSuccess: ({ grant }) => show(grant) });
  const revoke = useBridgeMutation("clients.revoke", { onSuccess: show });
  return {
    update: (changes: Omit<MethodInput<"clients.updateGrant">, "subject">) => update.mutate({ subject, ...changes }),
    rotate: () => rotate.mutate({ subject }),
    revoke: () => revoke.mutate({ subject }),
    error: update.error ?? rotate.error ?? revoke.error,
    isBusy: update.isPending || rotate.isPending || revoke.isPending,
  };
}

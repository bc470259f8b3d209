import { useQueryClient } from "@tanstack/react-query";
import type { ServerSummary } from "../../../electron/core/servers.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useBridgeMutation } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { errorSentence } from "../../ui/error-state.tsx";
import { useToast } from "../../ui/toast.tsx";

/** The owner's sign-in at one server. */
export interface SignInActions {
  /** Opens the page of the sign-in in the browser, also of one in progress. */
  begin(): void;
  cancel(): void;
  signOut(): void;
  readonly isBusy: boolean;
}

export function useSignIn({ id, name }: Pick<ServerSummary, "id" | "name">): SignInActions {
  const text = useText();
  const bridge = useBridge();
  const toast = useToast();
  const cache = useQueryClient();
  const settings = {
    onError: (error: unknown) => toast.show({ message: errorSentence(error, text), tone: "bad" }),
    onSettled: () => cache.invalidateQueries({ queryKey: ["servers.list"] }),
  } as const;
  const begin = useBridgeMutation("servers.signIn", {
    ...settings,
    onSuccess: ({ address }) => bridge.openExternal(address).catch(settings.onError),
  });
  const cancel = useBridgeMutation("servers.cancelSignIn", settings);
  const signOut = useBridgeMutation("servers.signOut", {
    ...settings,
    onSuccess: () => toast.show({ message: text.servers.signIn.signedOut(name) }),
  });
  return {
    begin: () => begin.mutate({ id }),
    cancel: () => cancel.mutate({ id }),
    signOut: () => signOut.mutate({ id }),
    isBusy: begin.isPending || cancel.isPending || signOut.isPending,
  };
}

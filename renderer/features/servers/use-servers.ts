import type { ServerSummary } from "../../../electron/core/servers.ts";
import { useAction, useBridge, useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";

/** Calls change the figures of a server without an event. */
const FIGURES_INTERVAL_MS = 3_000;

/** The servers with their figures, refetched while they are shown. */
export function useServers() {
  return useBridgeQuery("servers.list", {}, { refetchOnMount: "always", refetchInterval: FIGURES_INTERVAL_MS });
}

const CHANGE = { refreshes: ["servers.list"] } as const;

/** Restarts, stops and removes a server. A stopped server is started by `restart`. Removing it can be undone. */
export function useServerActions({ id, name }: Pick<ServerSummary, "id" | "name">) {
  const text = useText();
  const undo = useUndo();
  const { navigate, route } = useNavigation();
  const restart = useAction("servers.restart", CHANGE);
  const stop = useAction("servers.stop", CHANGE);
  const remove = useAction("servers.remove", CHANGE);
  const restore = useBridgeMutation("servers.restore", CHANGE);
  return {
    restart: () => restart.mutate({ id }),
    stop: () => stop.mutate({ id }),
    remove: () =>
      void undo.track(async () => {
        // The pane closes first, so that it does not report the removed server as missing.
        if (route.path[0] === id) navigate({ place: "servers" }, { replace: true });
        await remove.mutateAsync({ id }).then(
          () => undo.offer(text.servers.removed(name), () => restore.mutateAsync({ id })),
          () => undefined,
        );
      }),
    isBusy: restart.isPending || stop.isPending || remove.isPending,
  };
}

/** The owner's sign-in at a server. `start` opens its page in the browser, or reopens it. */
export function useSignIn({ id, name }: Pick<ServerSummary, "id" | "name">) {
  const text = useText();
  const bridge = useBridge();
  const toast = useToast();
  const start = useAction("servers.signIn", {
    ...CHANGE,
    onSuccess: ({ address }) => bridge.openExternal(address).catch(toast.fail),
  });
  const cancel = useAction("servers.cancelSignIn", CHANGE);
  const signOut = useAction("servers.signOut", { ...CHANGE, done: () => text.servers.signIn.signedOut(name) });
  return {
    start: () => start.mutate({ id }),
    cancel: () => cancel.mutate({ id }),
    signOut: () => signOut.mutate({ id }),
    isBusy: start.isPending || cancel.isPending || signOut.isPending,
  };
}

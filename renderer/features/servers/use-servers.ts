import { useQueryClient } from "@tanstack/react-query";
import type { ServerSummary } from "../../../electron/core/servers.ts";
import { useBridge, useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { errorSentence } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";

/** Calls change the figures of a server without an event. */
const FIGURES_INTERVAL_MS = 3_000;

/** The servers with their figures, refetched while they are shown. */
export function useServers() {
  return useBridgeQuery("servers.list", {}, { refetchOnMount: "always", refetchInterval: FIGURES_INTERVAL_MS });
}

/** Shows a failed change in a message at the foot of the window, and refetches the servers after each change. */
function useChangeSettings() {
  const text = useText();
  const toast = useToast();
  const cache = useQueryClient();
  return {
    onError: (error: unknown) => toast.show({ message: errorSentence(error, text), tone: "bad" }),
    onSettled: () => cache.invalidateQueries({ queryKey: ["servers.list"] }),
  } as const;
}

/** Restarts, stops and removes a server. A stopped server is started by `restart`. Removing it can be undone. */
export function useServerActions({ id, name }: Pick<ServerSummary, "id" | "name">) {
  const text = useText();
  const undo = useUndo();
  const { navigate, route } = useNavigation();
  const settings = useChangeSettings();
  const restart = useBridgeMutation("servers.restart", settings);
  const stop = useBridgeMutation("servers.stop", settings);
  const remove = useBridgeMutation("servers.remove", settings);
  const restore = useBridgeMutation("servers.restore", { onSettled: settings.onSettled });
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
  const settings = useChangeSettings();
  const start = useBridgeMutation("servers.signIn", {
    ...settings,
    onSuccess: ({ address }) => bridge.openExternal(address).catch(settings.onError),
  });
  const cancel = useBridgeMutation("servers.cancelSignIn", settings);
  const signOut = useBridgeMutation("servers.signOut", {
    ...settings,
    onSuccess: () => toast.show({ message: text.servers.signIn.signedOut(name) }),
  });
  return {
    start: () => start.mutate({ id }),
    cancel: () => cancel.mutate({ id }),
    signOut: () => signOut.mutate({ id }),
    isBusy: start.isPending || cancel.isPending || signOut.isPending,
  };
}

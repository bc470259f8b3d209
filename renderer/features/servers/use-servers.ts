import { useQueryClient } from "@tanstack/react-query";
import type { ServerSummary } from "../../../electron/core/servers.ts";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { errorSentence } from "../../ui/error-state.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";

/** Calls change the figures of a server without an event. */
const FIGURES_INTERVAL_MS = 3_000;

/** The servers with their figures, read again while they are shown. */
export function useServers() {
  return useBridgeQuery("servers.list", {}, { refetchOnMount: "always", refetchInterval: FIGURES_INTERVAL_MS });
}

/** Changes of one server. */
export interface ServerActions {
  /** Also starts one that is stopped. */
  restart(): void;
  stop(): void;
  /** Removes it and offers to undo that. */
  remove(): void;
  readonly isBusy: boolean;
}

/** Failures are shown in a message at the foot of the window; that of a start is also in the server's row. */
export function useServerActions({ id, name }: Pick<ServerSummary, "id" | "name">): ServerActions {
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  const cache = useQueryClient();
  const { navigate, route } = useNavigation();
  const reload = () => cache.invalidateQueries({ queryKey: ["servers.list"] });
  const settings = {
    onError: (error: Error) => toast.show({ message: errorSentence(error, text), tone: "bad" }),
    onSettled: reload,
  } as const;
  const restart = useBridgeMutation("servers.restart", settings);
  const stop = useBridgeMutation("servers.stop", settings);
  const remove = useBridgeMutation("servers.remove", settings);
  const restore = useBridgeMutation("servers.restore", { onSettled: reload });
  return {
    restart: () => restart.mutate({ id }),
    stop: () => stop.mutate({ id }),
    remove: () =>
      void undo.track(async () => {
        // Before it is gone, so that its pane does not report that.
        if (route.path[0] === id) navigate({ place: "servers" }, { replace: true });
        await remove.mutateAsync({ id }).then(
          () => undo.offer(text.servers.removed(name), () => restore.mutateAsync({ id })),
          () => undefined,
        );
      }),
    isBusy: restart.isPending || stop.isPending || remove.isPending,
  };
}

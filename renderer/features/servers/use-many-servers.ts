import { useQueryClient } from "@tanstack/react-query";
import { Play, Square, Trash2 } from "lucide-react";
import type { ListedServer } from "../../../electron/core/servers.ts";
import { useBridge } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import type { MenuEntry } from "../../ui/menu.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";

/** The actions for several servers. Removing them is undone in one step; a failure of one does not stop the others. */
export function useManyServers(): (servers: readonly ListedServer[]) => readonly MenuEntry[] {
  const bridge = useBridge();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  /** Resolves to the ids of the servers that changed. */
  const forEach = async (
    method: "servers.restart" | "servers.stop" | "servers.remove" | "servers.restore",
    ids: readonly string[],
  ): Promise<readonly string[]> => {
    const results = await Promise.allSettled(ids.map((id) => bridge.invoke(method, { id })));
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) toast.fail(failed.reason);
    await client.invalidateQueries({ queryKey: ["servers.list"] });
    return ids.filter((_, index) => results[index]?.status === "fulfilled");
  };
  const remove = async (ids: readonly string[]) => {
    const removed = await forEach("servers.remove", ids);
    if (removed.length === 0) return;
    undo.offer(text.servers.removedMany(removed.length), () => forEach("servers.restore", removed));
  };
  return (servers) => {
    const idsOf = (part: readonly ListedServer[]) => part.map(({ id }) => id);
    const isUp = ({ state }: ListedServer) => state === "running" || state === "starting";
    const up = servers.filter(isUp);
    const down = servers.filter((server) => !isUp(server) && server.state !== "sign-in");
    return [
      {
        label: text.servers.start,
        icon: Play,
        disabled: down.length === 0,
        onSelect: () => void forEach("servers.restart", idsOf(down)),
      },
      {
        label: text.common.stop,
        icon: Square,
        disabled: up.length === 0,
        onSelect: () => void forEach("servers.stop", idsOf(up)),
      },
      {
        label: text.common.remove,
        icon: Trash2,
        danger: true,
        onSelect: () => void undo.track(() => remove(idsOf(servers))),
      },
    ];
  };
}

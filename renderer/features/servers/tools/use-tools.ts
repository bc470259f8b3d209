import { useQueryClient } from "@tanstack/react-query";
import type { ServerTool } from "../../../../electron/core/servers.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { errorSentence } from "../../../ui/error-state.tsx";
import { useToast } from "../../../ui/toast.tsx";

/** The tools of a server, those that wait for the owner first. */
export function useTools(id: string) {
  return useBridgeQuery("servers.tools", { id }, { refetchOnMount: "always", select: waitingFirst });
}

/** Changes of a server's tools, and whether one is in progress. */
export interface ToolActions {
  approve(names: readonly string[]): void;
  setEnabled(name: string, enabled: boolean): void;
  readonly isBusy: boolean;
}

export function useToolActions(id: string): ToolActions {
  const text = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const settings = {
    onSuccess: (tools: readonly ServerTool[]) => {
      cache.setQueryData(["servers.tools", { id }], tools);
      void cache.invalidateQueries({ queryKey: ["servers.list"] });
    },
    onError: (error: Error) => toast.show({ message: errorSentence(error, text), tone: "bad" }),
  } as const;
  const approve = useBridgeMutation("servers.approve", settings);
  const setEnabled = useBridgeMutation("servers.setEnabled", settings);
  return {
    approve: (names) => approve.mutate({ id, names: [...names] }),
    setEnabled: (name, enabled) => setEnabled.mutate({ id, names: [name], enabled }),
    isBusy: approve.isPending || setEnabled.isPending,
  };
}

/** Whether a tool is not offered to clients until the owner approves it. */
export function waitsForApproval({ state }: ServerTool): boolean {
  return state === "new" || state === "changed";
}

function waitingFirst(tools: readonly ServerTool[]): readonly ServerTool[] {
  return [...tools.filter(waitsForApproval), ...tools.filter((tool) => !waitsForApproval(tool))];
}

import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useBridge } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../../../ui/undo.tsx";
import { MemoryCache } from "./memory-cache.ts";

/** The services that changes of memories use. Each one is stable. */
export function useEditing() {
  const bridge = useBridge();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  const cache = useMemo(() => new MemoryCache(client), [client]);
  return { bridge, client, cache, text, toast, undo };
}

import { useQueryClient } from "@tanstack/react-query";
import { Ban, Pause, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ClientGrant } from "../../../electron/window-api/contract.ts";
import { useBridge } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import type { MenuEntry } from "../../ui/menu.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";

/**
 * The actions for the grants of several clients, and the dialog that one of them may open. Pausing and resuming are undone in
 * one step; revoking asks before, because it cannot be undone.
 */
export function useManyClients(): {
  readonly entriesOf: (grants: readonly ClientGrant[]) => readonly MenuEntry[];
  readonly dialog: ReactNode;
} {
  const bridge = useBridge();
  const client = useQueryClient();
  const { clients: words, common } = useText();
  const toast = useToast();
  const undo = useUndo();
  const [revoking, setRevoking] = useState<readonly string[]>([]);

  /** Resolves to the subjects whose grants changed. */
  const forEach = async (
    subjects: readonly string[],
    change: (subject: string) => Promise<unknown>,
  ): Promise<readonly string[]> => {
    const results = await Promise.allSettled(subjects.map(change));
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) toast.fail(failed.reason);
    await client.invalidateQueries({ queryKey: ["clients.grants"] });
    return subjects.filter((_, index) => results[index]?.status === "fulfilled");
  };
  const setPaused = (subjects: readonly string[], paused: boolean) =>
    forEach(subjects, (subject) => bridge.invoke("clients.updateGrant", { subject, paused }));
  const change = (grants: readonly ClientGrant[], paused: boolean) =>
    void undo.track(async () => {
      const changed = await setPaused(subjectsOf(grants), paused);
      if (changed.length === 0) return;
      const message = paused ? words.bulk.paused(changed.length) : words.bulk.resumed(changed.length);
      undo.offer(message, () => setPaused(changed, !paused));
    });
  const revoke = async () => {
    setRevoking([]);
    const revoked = await forEach(revoking, (subject) => bridge.invoke("clients.revoke", { subject }));
    if (revoked.length > 0) toast.show(words.bulk.revoked(revoked.length));
  };
  return {
    entriesOf(grants) {
      const active = grants.filter(({ state }) => state === "active");
      const paused = grants.filter(({ state }) => state === "paused");
      const allowed = grants.filter(({ state }) => state !== "revoked");
      return [
        { label: common.pause, icon: Pause, disabled: active.length === 0, onSelect: () => change(active, true) },
        { label: words.bulk.resume, icon: Play, disabled: paused.length === 0, onSelect: () => change(paused, false) },
        {
          label: words.bulk.revoke,
          icon: Ban,
          danger: true,
          disabled: allowed.length === 0,
          onSelect: () => setRevoking(subjectsOf(allowed)),
        },
      ];
    },
    dialog: (
      <ConfirmDialog
        open={revoking.length > 0}
        title={words.bulk.revokeTitle(revoking.length)}
        description={words.bulk.revokeText}
        action={words.access.confirm.action}
        onClose={() => setRevoking([])}
        onConfirm={() => void revoke()}
      />
    ),
  };
}

function subjectsOf(grants: readonly ClientGrant[]): readonly string[] {
  return grants.map(({ subject }) => subject);
}

import { ArrowRightLeft, Undo2 } from "lucide-react";
import { useState } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { ServerSource } from "../../../../electron/core/server-moves.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { MoveServersDialog } from "./move-dialog.tsx";
import { ReturnServersDialog } from "./return-dialog.tsx";

/** Offers to move a client's own servers to Recollect, and those that were moved back; nothing if it has neither. */
export function MoveOffer({ clientId }: { readonly clientId: string }) {
  const words = useText().servers.moving;
  const sources = useBridgeQuery("servers.sources", {}, { refetchOnMount: "always" });
  const [isMoving, setMoving] = useState(false);
  const [returning, setReturning] = useState<ServerSource | null>(null);
  const own = (sources.data ?? []).filter((source) => source.clientId === clientId);
  const movable = own.find(({ scope }) => scope === "user")?.movable ?? 0;
  const moved = own.filter((source) => source.moved.length > 0);
  if (movable === 0 && moved.length === 0 && !isMoving && returning === null) return null;
  return (
    <section aria-label={words.offerTitle} className="mt-5">
      <h3 className="font-medium">{words.offerTitle}</h3>
      {movable > 0 && (
        <div className="mt-1 flex items-center gap-3">
          <p className="min-w-0 flex-1 text-ink-soft">{words.offer(movable)}</p>
          <Button icon={ArrowRightLeft} onClick={() => setMoving(true)}>
            {words.move}
          </Button>
        </div>
      )}
      {moved.map((source) => (
        <div key={source.path} className="mt-1.5 flex items-center gap-3">
          <p className="min-w-0 flex-1 wrap-anywhere text-ink-soft">
            {words.movedOffer(source.moved.map((name) => markHidden(name)))}
            {source.scope === "project" && <span className="block text-sm text-ink-faint">{source.path}</span>}
          </p>
          <Button icon={Undo2} onClick={() => setReturning(source)}>
            {words.back}
          </Button>
        </div>
      ))}
      {isMoving && <MoveServersDialog clientId={clientId} onClose={() => setMoving(false)} />}
      {returning !== null && <ReturnServersDialog source={returning} onClose={() => setReturning(null)} />}
    </section>
  );
}

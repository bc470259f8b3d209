import { RotateCw } from "lucide-react";
import type { BridgeError } from "../../bridge.ts";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";

interface WalkProgressProps {
  readonly walk: {
    readonly scanned: number;
    readonly state: "walking" | "done" | "failed";
    readonly error: BridgeError | null;
    readonly again: () => void;
    readonly goOn: () => void;
  };
  readonly found: number;
}

/** How far the walk has come, or what it found. */
export function WalkProgress({ walk, found }: WalkProgressProps) {
  const text = useText();
  const total = useBridgeQuery("memories.counts", {}).data?.memories ?? 0;
  if (walk.state === "failed") {
    return (
      <div className="max-w-248 px-4 pb-2">
        <ErrorState inline error={walk.error} onRetry={walk.goOn} />
      </div>
    );
  }
  if (walk.state === "walking") {
    const { count } = text.common;
    const words = text.health.progress(count(walk.scanned), count(Math.max(total, walk.scanned)));
    return (
      <div className="max-w-248 px-4 pb-2">
        <ProgressBar label={text.health.looking} done={walk.scanned} total={total} words={words} />
      </div>
    );
  }
  if (found === 0) return null;
  return (
    <div className="flex max-w-248 items-center gap-2 px-4 text-sm text-ink-faint">
      <span role="status" className="flex-1">
        {text.health.found(found)}
      </span>
      <Button variant="quiet" size="small" icon={RotateCw} onClick={walk.again}>
        {text.health.again}
      </Button>
    </div>
  );
}

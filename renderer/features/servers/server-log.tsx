import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LogLines } from "./log-lines.tsx";

/** Output arrives without an event. */
const LOG_INTERVAL_MS = 1_000;

/** The last lines of a server's output, read again while they are shown. */
export function ServerLog({ id }: { readonly id: string }) {
  const text = useText().servers.log;
  const log = useBridgeQuery("servers.log", { id }, { refetchOnMount: "always", refetchInterval: LOG_INTERVAL_MS });
  if (log.data === undefined) {
    return log.isError ? (
      <ErrorState error={log.error} inline onRetry={() => void log.refetch()} />
    ) : (
      <Skeleton shape="lines" rows={4} />
    );
  }
  if (log.data.length === 0) {
    return (
      <>
        <p className="font-medium">{text.empty}</p>
        <p className="text-ink-soft">{text.emptyText}</p>
      </>
    );
  }
  return (
    <>
      <div className="rounded-md bg-sunken shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border">
        <LogLines lines={log.data} className="max-h-[calc(100vh-360px)] min-h-40" />
      </div>
      <CopyButton
        size="small"
        variant="quiet"
        className="mt-1.5 -ml-2"
        value={log.data.map(({ at, source, text: line }) => `${at} ${source} ${line}`).join("\n")}
      />
    </>
  );
}

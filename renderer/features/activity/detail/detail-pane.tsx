import { keepPreviousData } from "@tanstack/react-query";
import { TextSearch, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import type { RequestFilter, RequestSummary } from "../../../../electron/core/request-log.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { BodySection } from "./body-section.tsx";
import { CopyMenu } from "./copy-menu.tsx";
import { FindBar } from "./find-bar.tsx";
import { HeaderSection } from "./header-section.tsx";
import { isNotification } from "./is-notification.ts";
import { MessageSummary } from "./message-summary.tsx";
import { PinButton } from "./pin-button.tsx";
import { ReplayButton } from "./replay-button.tsx";
import { ReplayComparison } from "./replay-comparison.tsx";
import { TimingSection } from "./timing-section.tsx";
import { TouchedMemories } from "./touched-memories.tsx";

interface DetailPaneProps {
  readonly id: number;
  readonly onClose: () => void;
  readonly onFilter: (filter: RequestFilter) => void;
  readonly onOpen: (id: number) => void;
  /** A replay was answered: this is its row. */
  readonly onReplayed: (row: RequestSummary) => void;
  /** Rows as they are after a change to them. */
  readonly onChanged: (rows: readonly RequestSummary[]) => void;
}

/** One message and its answer, whole. */
export function DetailPane({ id, onClose, onFilter, onOpen, onReplayed, onChanged }: DetailPaneProps) {
  const text = useText().activity.detail;
  const message = useBridgeQuery("requests.get", { id }, { placeholderData: keepPreviousData });
  const detail = message.data;
  const [find, setFind] = useState<string | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "f" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      setFind((current) => current ?? "");
    } else if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      onClose();
    }
  };
  return (
    <section aria-label={text.label} className="@container flex h-full min-h-0 flex-col" onKeyDown={onKeyDown}>
      <header className="flex h-10 shrink-0 items-center gap-1 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-sm text-ink-faint">{text.number(detail?.id ?? id)}</h2>
        {detail !== undefined && (
          <>
            <ReplayButton detail={detail} onReplayed={onReplayed} />
            <IconButton
              label={text.find}
              keys="mod+f"
              icon={TextSearch}
              size="small"
              pressed={find !== null}
              onClick={() => setFind(find === null ? "" : null)}
            />
            <CopyMenu detail={detail} />
            <PinButton detail={detail} onChanged={onChanged} />
          </>
        )}
        <IconButton label={text.close} keys="escape" icon={X} size="small" onClick={onClose} />
      </header>
      {find !== null && detail !== undefined && (
        <FindBar find={find} onFind={setFind} onClose={() => setFind(null)} within={content} />
      )}
      <div ref={content} className="min-h-0 flex-1 overflow-y-auto" data-selectable>
        {detail !== undefined ? (
          <>
            <MessageSummary detail={detail} onFilter={onFilter} onOpen={onOpen} />
            {detail.replayOf !== null && (
              <ReplayComparison detail={detail} originalId={detail.replayOf} onOpen={onOpen} />
            )}
            <TouchedMemories key={`memories-${detail.id}`} detail={detail} onFilter={onFilter} />
            {detail.truncated && (
              <p role="note" className="border-t border-line bg-warn-soft px-4 py-1.5 text-warn-text">
                {detail.requestBody === null && detail.responseBody === null ? text.dropped : text.truncated}
              </p>
            )}
            <BodySection
              key={`request-${detail.id}`}
              name={detail.direction === "sent" ? text.message : text.request}
              body={detail.direction === "sent" ? detail.responseBody : detail.requestBody}
              bytes={detail.direction === "sent" ? detail.responseBytes : detail.requestBytes}
              missing={detail.refusal === null ? text.noBody : text.notRead}
              find={find ?? ""}
            />
            {detail.direction === "received" && (
              <BodySection
                key={`response-${detail.id}`}
                name={text.response}
                body={detail.responseBody}
                bytes={detail.responseBytes}
                missing={isNotification(detail) ? text.noResponse : text.noBody}
                find={find ?? ""}
              />
            )}
            <TimingSection detail={detail} />
            {detail.direction === "received" && (
              <>
                <HeaderSection name={text.headers} none={text.noHeaders} headers={detail.requestHeaders} />
                <HeaderSection
                  name={text.responseHeaders}
                  none={text.noResponseHeaders}
                  headers={detail.responseHeaders ?? {}}
                />
              </>
            )}
            <p className="px-4 py-3 text-sm text-ink-faint">{text.redacted}</p>
          </>
        ) : message.isError ? (
          <ErrorState error={message.error} onRetry={() => void message.refetch()} />
        ) : (
          <Skeleton shape="lines" rows={10} />
        )}
      </div>
    </section>
  );
}

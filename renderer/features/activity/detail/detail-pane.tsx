import { keepPreviousData } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { RequestFilter, RequestSummary } from "../../../../electron/core/request-log.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { BodySection } from "./body-section.tsx";
import { CopyMenu } from "./copy-menu.tsx";
import { HeaderSection } from "./header-section.tsx";
import { MessageSummary } from "./message-summary.tsx";
import { PinButton } from "./pin-button.tsx";
import { ReplayButton } from "./replay-button.tsx";
import { TouchedMemories } from "./touched-memories.tsx";

interface DetailPaneProps {
  readonly id: number;
  readonly onClose: () => void;
  readonly onFilter: (filter: RequestFilter) => void;
  /** A replay was answered: this is its row. */
  readonly onReplayed: (row: RequestSummary) => void;
  /** Rows as they are after a change to them. */
  readonly onChanged: (rows: readonly RequestSummary[]) => void;
}

/** One message and its answer, whole. */
export function DetailPane({ id, onClose, onFilter, onReplayed, onChanged }: DetailPaneProps) {
  const text = useText().activity.detail;
  const message = useBridgeQuery("requests.get", { id }, { placeholderData: keepPreviousData });
  const detail = message.data;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) {
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
            <CopyMenu detail={detail} />
            <PinButton detail={detail} onChanged={onChanged} />
          </>
        )}
        <IconButton label={text.close} keys="escape" icon={X} size="small" onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto" data-selectable>
        {detail !== undefined ? (
          <>
            <MessageSummary detail={detail} onFilter={onFilter} />
            <TouchedMemories detail={detail} />
            {detail.truncated && (
              <p role="note" className="border-t border-line bg-warn-soft px-4 py-1.5 text-warn-text">
                {text.truncated}
              </p>
            )}
            <BodySection
              key={`request-${detail.id}`}
              name={detail.direction === "sent" ? text.message : text.request}
              body={detail.requestBody}
              bytes={detail.requestBytes}
              missing={text.noBody}
            />
            {detail.direction === "received" && (
              <BodySection
                key={`response-${detail.id}`}
                name={text.response}
                body={detail.responseBody}
                bytes={detail.responseBytes}
                missing={detail.messageId === null ? text.noResponse : text.noBody}
              />
            )}
            <HeaderSection headers={detail.requestHeaders} />
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

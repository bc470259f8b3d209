import { keepPreviousData } from "@tanstack/react-query";
import { Pin, TextSearch, X } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { isInjection, type RequestFilter } from "../../../../electron/core/request-filter.ts";
import type { RequestDetail, RequestSummary } from "../../../../electron/core/request-log.ts";
import { isRecord } from "../../../../electron/core/util/is-record.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { CopyButton, IconButton } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/bytes.ts";
import { Segmented } from "../../../ui/choice.tsx";
import { optionsOf } from "../../../ui/select.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { formatDuration } from "../log/format.ts";
import { isNotification } from "../log/message.ts";
import { CopyMenu } from "./copy-menu.tsx";
import { FindBar, MarkedText } from "./find.tsx";
import { JsonTree } from "./json-tree-view.tsx";
import { type MessageBody, readBody } from "./message-body.ts";
import { MessageSummary } from "./message-summary.tsx";
import { ReplayButton, ReplayComparison } from "./replay.tsx";
import { Section } from "./section.tsx";
import { TouchedMemories } from "./touched-memories.tsx";
import { usePin } from "./use-pin.ts";

interface DetailPaneProps {
  readonly id: number;
  readonly onClose: () => void;
  readonly onFilter: (filter: RequestFilter) => void;
  readonly onOpen: (id: number) => void;
  /** Receives the row of a replay after its response. */
  readonly onReplayed: (row: RequestSummary) => void;
  /** Receives changed rows. */
  readonly onChanged: (rows: readonly RequestSummary[]) => void;
}

/** One message with its response. */
export function DetailPane({ id, onClose, onFilter, onOpen, onReplayed, onChanged }: DetailPaneProps) {
  const { common } = useText();
  const text = useText().activity.detail;
  const message = useBridgeQuery("requests.get", { id }, { placeholderData: keepPreviousData });
  const detail = message.data;
  // Until the message is read, the previous one is shown, and nothing may act on that one by mistake.
  const isPrevious = message.isPlaceholderData;
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
    <section
      aria-label={common.message}
      aria-busy={isPrevious}
      className="@container flex h-full min-h-0 flex-col"
      onKeyDown={onKeyDown}
    >
      <header className="flex h-10 shrink-0 items-center gap-1 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate text-sm text-ink-faint">{text.number(detail?.id ?? id)}</h2>
        {detail !== undefined && (
          <div className="contents" inert={isPrevious}>
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
          </div>
        )}
        <IconButton label={text.close} keys="escape" icon={X} size="small" onClick={onClose} />
      </header>
      {find !== null && detail !== undefined && (
        <FindBar find={find} onFind={setFind} onClose={() => setFind(null)} within={content} />
      )}
      <div ref={content} inert={isPrevious} className="min-h-0 flex-1 overflow-y-auto" data-selectable>
        {detail !== undefined ? (
          <>
            <MessageSummary detail={detail} onFilter={onFilter} onOpen={onOpen} />
            {detail.replayOf !== null && (
              <ReplayComparison detail={detail} originalId={detail.replayOf} onOpen={onOpen} />
            )}
            <AddedText detail={detail} />
            <TouchedMemories key={`memories-${detail.id}`} detail={detail} onFilter={onFilter} />
            {detail.truncated && (
              <p role="note" className="border-t border-line bg-warn-soft px-4 py-1.5 text-warn-text">
                {detail.requestBody === null && detail.responseBody === null ? text.dropped : text.truncated}
              </p>
            )}
            <BodySection
              key={`request-${detail.id}`}
              name={detail.direction === "sent" ? common.message : text.request}
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

interface PinButtonProps {
  readonly detail: RequestDetail;
  readonly onChanged: (rows: readonly RequestSummary[]) => void;
}

/** Protects the message from expiry and from clearing the log. */
function PinButton({ detail, onChanged }: PinButtonProps) {
  const text = useText().activity.pin;
  const setPinned = usePin(onChanged);
  return (
    <IconButton
      label={detail.pinned ? text.unpin : text.pin}
      icon={Pin}
      size="small"
      pressed={detail.pinned}
      onClick={() => setPinned.mutate({ ids: [detail.id], pinned: !detail.pinned })}
    />
  );
}

/** The server's timing: reading the request, waiting for the first byte, sending the response. */
function TimingSection({ detail }: { readonly detail: RequestDetail }) {
  const text = useText().activity.detail;
  const { firstByteMs, durationMs } = detail;
  if (firstByteMs === null) return null;
  const parts = [
    { name: text.timingRead, milliseconds: detail.readMs ?? 0, className: "bg-ink-faint/55" },
    { name: text.timingWait, milliseconds: Math.min(firstByteMs, durationMs), className: "bg-accent" },
    { name: text.timingSend, milliseconds: Math.max(0, durationMs - firstByteMs), className: "bg-good" },
  ];
  const total = parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  let start = 0;
  return (
    <Section name={text.timing} note={formatDuration(total)}>
      <dl className="px-4 pb-1">
        {parts.map(({ name, milliseconds, className }) => {
          const left = total === 0 ? 0 : start / total;
          const width = total === 0 ? 0 : milliseconds / total;
          start += milliseconds;
          return (
            <div key={name} className="flex items-center gap-3 py-0.5">
              <dt className="w-36 shrink-0 truncate text-ink-faint">{name}</dt>
              <dd className="flex min-w-0 flex-1 items-center gap-3">
                <span className="relative h-2 min-w-0 flex-1 rounded-full bg-sunken" aria-hidden>
                  <span
                    className={`absolute inset-y-0 min-w-px rounded-full ${className}`}
                    style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
                  />
                </span>
                <span className="w-16 shrink-0 text-right tabular-nums">{formatDuration(milliseconds)}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="px-4 pb-3 text-sm text-ink-faint">{text.timingNote}</p>
    </Section>
  );
}

interface HeaderSectionProps {
  readonly name: string;
  /** Shown instead of missing headers. */
  readonly none: string;
  readonly headers: Readonly<Record<string, string>>;
}

function HeaderSection({ name, none, headers }: HeaderSectionProps) {
  const entries = Object.entries(headers);
  return (
    <Section name={name}>
      {entries.length === 0 ? (
        <p className="px-4 pb-3 text-ink-faint">{none}</p>
      ) : (
        <dl className="px-4 pb-3 font-mono text-sm">
          {entries.map(([header, value]) => (
            <div key={header} className="flex gap-3 py-px">
              <dt className="w-40 shrink-0 truncate text-ink-faint" title={header}>
                {header}
              </dt>
              <dd className="min-w-0 break-all">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

/** The text that a hook added to a conversation, as the assistant reads it, with its tokens. */
function AddedText({ detail }: { readonly detail: RequestDetail }) {
  const text = useText().activity;
  const added = useMemo(() => (isInjection(detail) ? textIn(detail.responseBody) : null), [detail]);
  if (added === null) return null;
  return (
    <Section
      name={text.detail.added}
      note={text.tokens(detail.tokensOut)}
      actions={<CopyButton size="small" variant="quiet" value={added} />}
    >
      <pre className="px-4 pb-3 text-sm break-words whitespace-pre-wrap" dir="auto">
        {added}
      </pre>
    </Section>
  );
}

/** Null if the body was truncated or dropped. */
function textIn(body: string | null): string | null {
  const read = readBody(body);
  if (read.kind !== "json" || !isRecord(read.value)) return null;
  const { text } = read.value;
  return typeof text === "string" ? text : null;
}

interface BodySectionProps {
  readonly name: string;
  readonly body: string | null;
  /** Size on the wire, before truncation and redaction. */
  readonly bytes: number;
  /** Shown instead of a missing body. */
  readonly missing: string;
  /** Text to mark; the body is then shown as text. */
  readonly find: string;
}

/** A body as a tree, if it is JSON, or as text. */
function BodySection({ name, body, bytes, missing, find }: BodySectionProps) {
  const text = useText().activity;
  const read = useMemo(() => readBody(body), [body]);
  const [view, setView] = useState<"tree" | "raw">("tree");
  if (read.kind === "none" || body === null) {
    return (
      <Section name={name}>
        <p className="px-4 pb-3 text-ink-faint">{missing}</p>
      </Section>
    );
  }
  const root = treeRoot(read);
  return (
    <Section
      name={name}
      note={`${formatBytes(bytes)}${read.kind === "stream" ? ` · ${text.detail.stream(read.values.length)}` : ""}`}
      actions={
        <>
          {root !== undefined && find === "" && (
            <Segmented
              label={`${name}: ${text.detail.view}`}
              options={optionsOf({ tree: text.detail.tree, raw: text.detail.raw })}
              value={view}
              onChange={setView}
            />
          )}
          <CopyButton size="small" variant="quiet" value={body} />
        </>
      }
    >
      {root !== undefined && view === "tree" && find === "" ? (
        <JsonTree label={text.tree.label(name)} root={root} />
      ) : (
        <pre className="px-4 pb-3 font-mono text-sm break-all whitespace-pre-wrap">
          <MarkedText
            text={read.kind === "json" && view === "tree" ? JSON.stringify(read.value, null, 2) : body}
            find={find}
          />
        </pre>
      )}
    </Section>
  );
}

/** The root of the tree; undefined if the body is not JSON. A single event is shown without a list around it. */
function treeRoot(body: MessageBody): unknown {
  if (body.kind === "json") return body.value;
  if (body.kind === "stream") return body.values.length === 1 ? body.values[0] : body.values;
  return undefined;
}

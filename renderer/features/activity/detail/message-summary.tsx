import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { RequestFilter } from "../../../../electron/core/request-filter.ts";
import type { Refusal, RequestDetail } from "../../../../electron/core/request-log.ts";
import type { Text } from "../../../../electron/text/en.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/bytes.ts";
import { formatClockTime, formatDuration, formatTarget } from "../log/format.ts";
import { Sender } from "../log/log-row.tsx";
import { isClientResponse, isNotification } from "../log/message.ts";

/** Longer message ids take the full width of the pane. */
const MAX_NARROW_ID_LENGTH = 16;

interface MessageSummaryProps {
  readonly detail: RequestDetail;
  readonly onOpen: (id: number) => void;
  readonly onFilter: (filter: RequestFilter) => void;
}

/** The message's target, method and outcome, with its client, times and sizes. */
export function MessageSummary({ detail, onFilter, onOpen }: MessageSummaryProps) {
  const words = useText();
  const activity = words.activity;
  const text = activity.detail;
  const { client } = detail;
  const sent = detail.direction === "sent";
  return (
    <div className="px-4 pt-3 pb-1">
      <h3 className="text-lg font-semibold break-words">{titleOf(detail, activity)}</h3>
      <p className="flex items-center gap-2 text-ink-soft">
        {detail.target !== null && detail.method}
        {detail.target === null && sent && activity.sent}
        {isClientResponse(detail) && activity.clientResponse}
        {(detail.method !== null || detail.refusal !== null) && (
          <Button
            size="small"
            variant="quiet"
            className="-ml-1"
            aria-label={text.onlyTheseLong(titleOf(detail, activity))}
            onClick={() => onFilter(sameKind(detail))}
          >
            {text.onlyThese}
          </Button>
        )}
      </p>
      {detail.outcome === "error" && (
        <p className="mt-2 flex items-center gap-1.5 font-medium text-bad-text">
          <CircleAlert size={14} aria-hidden />
          {activity.outcome.error} {detail.errorCode}
        </p>
      )}
      {detail.refusal !== null && <RefusalNote refusal={detail.refusal} />}
      {detail.outcome === "cancelled" && (
        <p className="mt-2 font-medium text-warn-text">{activity.outcome.cancelled}</p>
      )}
      <dl className="mt-3 grid grid-cols-1 gap-x-6 @[460px]:grid-cols-2">
        <Fact name={words.common.client} wide>
          {client === null ? (
            <Sender row={detail} />
          ) : (
            <button
              type="button"
              title={text.onlyThisClient}
              aria-label={`${client.name} ${client.version}. ${text.onlyThisClient}`}
              onClick={() => onFilter({ client: client.name })}
              className="max-w-full truncate text-left text-accent-text hover:underline"
            >
              {client.name} {client.version}
            </button>
          )}
        </Fact>
        {detail.replayOf !== null && <ReplayFact id={detail.replayOf} onOpen={onOpen} />}
        <Fact name={sent ? text.sentAt : text.at}>
          <time dateTime={detail.at}>
            {isToday(detail.at)
              ? ""
              : `${new Date(detail.at).toLocaleDateString(words.language, { dateStyle: "medium" })} `}
            {formatClockTime(detail.at)}
          </time>
        </Fact>
        <Fact name={text.transport}>{activity.transport[detail.transport]}</Fact>
        {!sent && <Fact name={words.common.duration}>{formatDuration(detail.durationMs)}</Fact>}
        {detail.server !== null && <ServerFact server={detail.server} detail={detail} onFilter={onFilter} />}
        {(detail.protocolVersion ?? detail.era) !== null && (
          <Fact name={words.common.protocol}>{detail.protocolVersion ?? detail.era}</Fact>
        )}
        <Fact name={text.sizes}>
          {text.sizesOf(formatBytes(detail.requestBytes), formatBytes(detail.responseBytes))}
        </Fact>
        {detail.tokensIn + detail.tokensOut > 0 && (
          <Fact name={words.common.tokens}>
            {text.sizesOf(formatCount(detail.tokensIn, words.language), formatCount(detail.tokensOut, words.language))}
          </Fact>
        )}
        {detail.httpStatus !== null && <Fact name={text.httpStatus}>{detail.httpStatus}</Fact>}
        {(detail.messageId !== null || isNotification(detail)) && (
          <Fact name={text.messageId} wide={(detail.messageId?.length ?? 0) > MAX_NARROW_ID_LENGTH}>
            {detail.messageId === null ? text.notification : <code className="font-mono">{detail.messageId}</code>}
          </Fact>
        )}
        {detail.sessionId !== null && (
          <Fact name={text.session} wide>
            <code className="font-mono text-sm">{detail.sessionId}</code>
          </Fact>
        )}
      </dl>
    </div>
  );
}

/** Why a request was refused, and how many requests the row represents. */
function RefusalNote({ refusal }: { readonly refusal: Refusal }) {
  const text = useText().activity.refusal;
  return (
    <div className="mt-1 text-ink-soft">
      <p>{text.explanations[refusal.reason]}</p>
      {refusal.requests > 1 && <p>{text.requests(refusal.requests)}</p>}
    </div>
  );
}

/** The other server that served the request, with its part of the duration and Recollect's. */
function ServerFact({ server, detail, onFilter }: Omit<MessageSummaryProps, "onOpen"> & { readonly server: string }) {
  const { common } = useText();
  const text = useText().activity.detail;
  const { durationMs, serverMs } = detail;
  return (
    <Fact name={common.server} wide>
      <button
        type="button"
        title={text.onlyThisServer}
        aria-label={`${server}. ${text.onlyThisServer}`}
        onClick={() => onFilter({ server })}
        className="max-w-full truncate text-left text-accent-text hover:underline"
      >
        {server}
      </button>
      {serverMs !== null && (
        <span className="text-ink-soft">
          {" "}
          {text.serverTimes(formatDuration(serverMs), formatDuration(Math.max(0, durationMs - serverMs)))}
        </span>
      )}
    </Fact>
  );
}

function ReplayFact({ id, onOpen }: { readonly id: number; readonly onOpen: (id: number) => void }) {
  const text = useText().activity;
  return (
    <Fact name={text.detail.replayOf} wide>
      <button type="button" className="text-accent-text hover:underline" onClick={() => onOpen(id)}>
        {text.detail.number(id)}
      </button>
    </Fact>
  );
}

function titleOf(detail: RequestDetail, activity: Text["activity"]): string {
  if (detail.target !== null) return formatTarget(detail.target);
  return detail.method ?? (detail.refusal === null ? activity.unreadable : activity.refusal.various);
}

interface FactProps {
  readonly name: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

function Fact({ name, wide = false, children }: FactProps) {
  return (
    <div className={`flex min-w-0 gap-3 py-0.5 ${wide ? "col-span-full" : ""}`}>
      <dt className="w-21 shrink-0 text-ink-faint">{name}</dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
    </div>
  );
}

/** The filter for messages with the same method and target, or for all refused requests. */
function sameKind({ method, target, refusal }: RequestDetail): RequestFilter {
  return refusal === null ? { method: method ?? undefined, target: target ?? undefined } : { refused: true };
}

function formatCount(value: number, language: string): string {
  return value.toLocaleString(language);
}

function isToday(iso: string): boolean {
  return new Date(iso).toDateString() === new Date().toDateString();
}

import { RotateCw } from "lucide-react";
import { useMemo, useState } from "react";
import type { RequestDetail, RequestSummary, ShownRequest } from "../../../../electron/core/request-log.ts";
import { isRecord } from "../../../../electron/core/util/is-record.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { formatDuration } from "../log/format.ts";
import { readBody } from "./message-body.ts";
import { Section } from "./section.tsx";

interface ReplayButtonProps {
  readonly detail: ShownRequest;
  readonly onReplayed: (row: RequestSummary) => void;
}

/** Sends the message to the running server again; a tool that changes memories only after confirmation. */
export function ReplayButton({ detail, onReplayed }: ReplayButtonProps) {
  const words = useText();
  const text = words.activity.replay;
  const toast = useToast();
  const [confirming, setConfirming] = useState(false);
  const replay = useBridgeMutation("requests.replay", {
    onSuccess: (row) => {
      onReplayed(row);
      toast.show(text.done(detail.id, row.id));
    },
    onError: (error) => {
      if (error.field === "writingConfirmed") setConfirming(true);
      else toast.fail(error);
    },
  });
  if (!detail.canReplay) return null;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={RotateCw}
        disabled={replay.isPending}
        onClick={() => replay.mutate({ id: detail.id, writingConfirmed: false })}
      >
        {text.action}
      </Button>
      <ConfirmDialog
        open={confirming}
        title={text.confirmTitle(detail.target ?? "")}
        description={text.confirmText}
        action={text.action}
        onConfirm={() => replay.mutate({ id: detail.id, writingConfirmed: true })}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

interface ReplayComparisonProps {
  readonly detail: RequestDetail;
  /** The message that was replayed. */
  readonly originalId: number;
  readonly onOpen: (id: number) => void;
}

/** The response to a replay compared with the response to the original message. */
export function ReplayComparison({ detail, originalId, onOpen }: ReplayComparisonProps) {
  const text = useText().activity.replay;
  const original = useBridgeQuery("requests.get", { id: originalId }, { retry: false });
  const differences = useMemo(
    () => (original.data === undefined ? null : compareResponses(original.data, detail)),
    [original.data, detail],
  );
  if (original.isPending) return null;
  return (
    <Section
      name={text.compared(originalId)}
      actions={
        original.data !== undefined && (
          <Button size="small" variant="quiet" onClick={() => onOpen(originalId)}>
            {text.openOriginal(originalId)}
          </Button>
        )
      }
    >
      <div className="px-4 pb-3">
        {original.data === undefined ? (
          <p className="text-ink-faint">{text.gone(originalId)}</p>
        ) : (
          <>
            <p className={differences?.length === 0 ? "text-good-text" : "text-ink-soft"}>
              {summaryOf(differences, text)}
            </p>
            <p className="text-sm text-ink-faint">
              {text.took(formatDuration(original.data.durationMs), formatDuration(detail.durationMs))}
            </p>
          </>
        )}
        {differences !== null && differences.length > 0 && <DifferenceTable differences={differences} />}
      </div>
    </Section>
  );
}

function DifferenceTable({ differences }: { readonly differences: readonly JsonDifference[] }) {
  const text = useText().activity.replay;
  return (
    <dl className="mt-2 font-mono text-sm">
      {differences.slice(0, MAX_DIFFERENCES).map(({ path, before, after }) => (
        <div key={`${path} ${before === undefined}`} className="border-t border-line py-1.5 first:border-0">
          <dt className="break-all text-ink-faint">{path}</dt>
          {[
            { name: text.before, value: before, tone: "text-bad-text" },
            { name: text.now, value: after, tone: "text-good-text" },
          ].map(({ name, value, tone }) => (
            <dd key={name} className="flex gap-2">
              <span className="w-14 shrink-0 font-sans text-ink-faint">{name}</span>
              <span
                className={`min-w-0 break-words whitespace-pre-wrap ${value === undefined ? "text-ink-faint" : tone}`}
              >
                {value ?? text.nothing}
              </span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Null if one of the responses is not complete JSON. */
function compareResponses(before: RequestDetail, after: RequestDetail): JsonDifference[] | null {
  const [first, second] = [before, after].map(({ responseBody }) => readBody(responseBody));
  return first?.kind === "json" && second?.kind === "json" ? differencesBetween(first.value, second.value) : null;
}

function summaryOf(
  differences: readonly JsonDifference[] | null,
  text: ReturnType<typeof useText>["activity"]["replay"],
): string {
  if (differences === null) return text.unreadable;
  if (differences.length === 0) return text.same;
  return differences.length > MAX_DIFFERENCES ? text.differsAtLeast(MAX_DIFFERENCES) : text.differs(differences.length);
}

/** A value that differs between two JSON texts. */
interface JsonDifference {
  /** Such as `result.items[0].score`. */
  readonly path: string;
  /** Shortened text; undefined if the value is missing. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** One more than this is returned at most, so that the caller can say that there are more. */
export const MAX_DIFFERENCES = 100;
const MAX_VALUE_LENGTH = 300;

/**
 * The differences between two responses, in the order of the first. Ignores the JSON-RPC id, which is unique to each
 * message, and a tool's text if its result is structured as well (MCP 2025-11-25, structured content). A list in
 * another order is one difference, with the former positions of its items.
 */
export function differencesBetween(before: unknown, after: unknown): JsonDifference[] {
  const found: JsonDifference[] = [];
  compare(found, "", comparable(before), comparable(after));
  return found;
}

function compare(found: JsonDifference[], path: string, before: unknown, after: unknown): void {
  if (found.length > MAX_DIFFERENCES || Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(found, path, before, after);
  } else if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(found, path === "" ? name : `${path}.${name}`, before[name], after[name]);
    }
  } else {
    found.push({ path, before: shortText(before), after: shortText(after) });
  }
}

/** Matches items by id, or by position if an item has no id of its own. */
function compareLists(
  found: JsonDifference[],
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
): void {
  const [then, now] = [byId(before), byId(after)];
  if (then === null || now === null) {
    for (let index = 0; index < Math.max(before.length, after.length); index++) {
      compare(found, `${path}[${index}]`, before[index], after[index]);
    }
    return;
  }
  const positions = [...now.keys()].flatMap((id) => then.get(id)?.index ?? []);
  if (positions.some((position, index) => index > 0 && position < (positions[index - 1] ?? 0))) {
    const inOrder = positions.toSorted((one, other) => one - other);
    found.push({ path: `${path}[…]`, before: inOrder.join(", "), after: positions.join(", ") });
  }
  for (const [id, { index, item }] of then) compare(found, `${path}[${index}]`, item, now.get(id)?.item);
  for (const [id, { index, item }] of now) if (!then.has(id)) compare(found, `${path}[${index}]`, undefined, item);
}

/** Items by their own id or their memory's id; null unless every item has a different one. */
function byId(items: readonly unknown[]): Map<string, { readonly index: number; readonly item: unknown }> | null {
  const known = new Map<string, { readonly index: number; readonly item: unknown }>();
  items.forEach((item, index) => {
    const named = isRecord(item) && isRecord(item.memory) ? item.memory : item;
    if (isRecord(named) && typeof named.id === "string") known.set(named.id, { index, item });
  });
  return known.size === items.length ? known : null;
}

function comparable(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { id: _, ...message } = value;
  if (!isRecord(message.result) || message.result.structuredContent === undefined) return message;
  const { content: _text, ...result } = message.result;
  return { ...message, result };
}

function shortText(value: unknown): string | undefined {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text !== undefined && text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

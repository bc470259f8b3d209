import { RotateCw } from "lucide-react";
import { useMemo, useState } from "react";
import type { RequestDetail, RequestSummary, ShownRequest } from "../../../../electron/core/request-log.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { formatDuration } from "../log/format.ts";
import { differencesBetween, type JsonDifference, MAX_DIFFERENCES } from "./json-differences.ts";
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

import clsx from "clsx";
import { CircleAlert, type LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { isRecord } from "../../electron/core/util/is-record.ts";
import type { Text } from "../../electron/text/en.ts";
import { errorText } from "../../electron/text/error-text.ts";
import type { ErrorBody } from "../../electron/text/errors.ts";
import { BridgeError } from "../bridge.ts";
import { useText } from "../text/use-text.ts";
import { Button } from "./button.tsx";

export interface EmptyStateProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** What belongs here and what to do. */
  readonly text?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
}

/** Shown in place of content that does not exist yet or does not match. */
export function EmptyState({ icon: Icon, title, text, actions }: EmptyStateProps) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-1 p-8 text-center">
      {Icon !== undefined && <Icon size={24} strokeWidth={1.25} className="mb-2 text-ink-faint" aria-hidden />}
      <p className="font-medium text-ink">{title}</p>
      {text !== undefined && <div className="max-w-80 text-balance text-ink-soft">{text}</div>}
      {actions !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

const WIDTHS = ["w-4/5", "w-3/5", "w-2/3", "w-11/12", "w-1/2"];

interface SkeletonProps {
  readonly rows?: number;
  /** `lines` of a page, or two-line `rows` of a list. */
  readonly shape?: "lines" | "rows";
}

/** A placeholder for content that is loading, shown after a delay. */
export function Skeleton({ rows = 8, shape = "rows" }: SkeletonProps) {
  const text = useText();
  const due = useDelayed();
  if (!due) return null;
  return (
    <div role="status" aria-label={text.common.loading} className="flex animate-pulse flex-col gap-3 p-4">
      {Array.from({ length: rows }, (_, index) => ({ id: `row ${index}`, width: WIDTHS[index % WIDTHS.length] })).map(
        ({ id, width }) => (
          <div key={id} className="flex flex-col gap-2">
            <div className={clsx("h-2.5 rounded-sm bg-line", width)} />
            {shape === "rows" && <div className="h-2 w-1/3 rounded-sm bg-line" />}
          </div>
        ),
      )}
    </div>
  );
}

/** False at first, then true: content that loads quickly shows no loading state. 150 ms is hardly noticeable. */
export function useDelayed(milliseconds = 150): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return passed;
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** One line next to the control that failed, instead of a full pane. */
  readonly inline?: boolean;
  readonly className?: string;
}

/** The error of a control next to it as one line; nothing while there is none. */
export function InlineError({ error, ...rest }: Omit<ErrorStateProps, "inline">) {
  return error === null || error === undefined ? null : <ErrorState error={error} inline {...rest} />;
}

/** Explains an error and its remedy. */
export function ErrorState({ error, onRetry, inline = false, className }: ErrorStateProps) {
  const text = useText();
  const { title, message, hint } = describeError(error, text);
  const retry = onRetry !== undefined && (
    <Button size={inline ? "small" : "medium"} onClick={onRetry}>
      {text.common.retry}
    </Button>
  );
  if (inline) {
    return (
      <div
        role="alert"
        className={clsx("flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad-text", className)}
      >
        <CircleAlert size={14} className="mt-0.5 shrink-0" aria-hidden />
        <span className="min-w-0 flex-1 wrap-anywhere">{errorSentence(error, text)}</span>
        {retry}
      </div>
    );
  }
  return (
    <div role="alert" className="flex h-full flex-col items-center justify-center gap-1 p-8 text-center">
      <CircleAlert size={24} strokeWidth={1.25} className="mb-2 text-bad-text" aria-hidden />
      <p className="font-medium">{title}</p>
      <p className="max-w-96 text-balance text-ink-soft" data-selectable>
        {message}
      </p>
      {hint !== undefined && <p className="max-w-96 text-balance text-ink-soft">{hint}</p>}
      {retry !== false && <div className="mt-3">{retry}</div>}
    </div>
  );
}

/** The text of an error: from the application, or of the window if the application did not respond. */
function describeError(error: unknown, text: Text): { title: string; message: string; hint?: string } {
  const { common } = text;
  if (!isErrorBody(error)) return { title: common.failedTitle, message: String(error) };
  if (error.code === "offline") {
    return { title: common.offlineTitle, message: common.offlineText, hint: common.offlineHint };
  }
  if (error.code === "signed_out") return { title: common.signedOutTitle, message: common.signedOutText };
  return { title: common.failedTitle, ...errorText(error, text) };
}

/** Whether a value is the error of a call, or an error that the application reported in its state. */
function isErrorBody(error: unknown): error is BridgeError | ErrorBody {
  return error instanceof BridgeError || (isRecord(error) && typeof error.code === "string");
}

/** Message and hint as one text. */
export function errorSentence(error: unknown, text: Text): string {
  const { message, hint } = describeError(error, text);
  return hint === undefined ? message : text.common.sentences(message, hint);
}

/** The part of a query that `Loaded` needs; several queries can be combined into one. */
export interface Loadable<Data> {
  /** Undefined until the first response. */
  readonly data: Data | undefined;
  /** Null unless the last request failed. */
  readonly error: unknown;
  refetch(): unknown;
}

interface LoadedProps<Data> extends SkeletonProps {
  readonly query: Loadable<Data>;
  /** Shows an error as one line instead of a full pane. */
  readonly inline?: boolean;
  readonly children: (data: Data) => ReactNode;
}

interface PendingProps extends SkeletonProps {
  /** Null while loading. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In place of content that is not loaded: a placeholder, or the error. */
export function Pending({ error, onRetry, ...skeleton }: PendingProps) {
  return error === null ? <Skeleton {...skeleton} /> : <ErrorState error={error} onRetry={onRetry} />;
}

/** Shows the data of a query: a placeholder while it loads, and an error with a retry button if it failed. */
export function Loaded<Data>({ query, inline, children, ...skeleton }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Skeleton {...skeleton} />;
  return <ErrorState error={query.error} inline={inline} onRetry={() => void query.refetch()} />;
}

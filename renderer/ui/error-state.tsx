import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import type { Text } from "../../electron/text/en.ts";
import { errorText } from "../../electron/text/error-text.ts";
import { BridgeError } from "../bridge.ts";
import { useText } from "../text/use-text.ts";
import { Button } from "./button.tsx";

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
  if (!(error instanceof BridgeError)) return { title: common.failedTitle, message: String(error) };
  if (error.code === "offline") {
    return { title: common.offlineTitle, message: common.offlineText, hint: common.offlineHint };
  }
  if (error.code === "signed_out") return { title: common.signedOutTitle, message: common.signedOutText };
  return { title: common.failedTitle, ...errorText(error, text) };
}

/** Message and hint as one text. */
export function errorSentence(error: unknown, text: Text): string {
  const { message, hint } = describeError(error, text);
  return hint === undefined ? message : text.common.sentences(message, hint);
}

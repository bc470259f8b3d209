import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useText } from "../text/use-text.ts";
import { Button } from "./button.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { InlineError } from "./error-state.tsx";
import { matchesKeys } from "./keys.ts";

interface FormDialogProps extends Pick<DialogProps, "title" | "description" | "size"> {
  readonly submitLabel: string;
  readonly canSubmit: boolean;
  /** Whether a request of the form is in progress. */
  readonly isBusy?: boolean;
  /** Whether that request is being cancelled. */
  readonly isCancelling?: boolean;
  /** The error of the last request, or null. */
  readonly error?: unknown;
  /** The part of it that no field shows, or null; by default the error. */
  readonly rest?: unknown;
  /** More buttons, at the start of the footer. */
  readonly actions?: ReactNode;
  readonly onSubmit: () => void;
  /** Called by Cancel, Escape and a click outside, including while the form is busy. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog with a form, which shows the outcome of its requests. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    size,
    submitLabel,
    canSubmit,
    isBusy = false,
    isCancelling = false,
    error = null,
  } = props;
  const text = useText();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    // A request can fail before a render in which the form is busy.
    if (!isBusy && (wasBusy.current || error !== null) && form.current !== null) showOutcome(form.current);
    wasBusy.current = isBusy;
  }, [isBusy, error]);
  return (
    <Dialog
      open
      title={title}
      description={description}
      size={size}
      onClose={props.onClose}
      footer={
        <>
          {props.actions && <div className="mr-auto -ml-2 flex">{props.actions}</div>}
          <Button onClick={props.onClose} disabled={isCancelling}>
            {text.common.cancel}
          </Button>
          <Button variant="primary" type="submit" form={id} disabled={!canSubmit || isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSubmit && !isBusy) props.onSubmit();
        }}
      >
        {props.children}
        <InlineError error={props.rest === undefined ? error : props.rest} />
      </form>
    </Dialog>
  );
}

/** Moves the focus to the invalid field, scrolls to an error, or focuses the next field if the focused one is gone. */
function showOutcome(form: HTMLFormElement): void {
  const fields = [
    ...form.querySelectorAll<HTMLInputElement>(":is(input:not([type=checkbox], [type=radio]), textarea)"),
  ];
  const invalid = fields.find((field) => "invalid" in field.dataset);
  const alert = form.querySelector('[role="alert"]');
  const { activeElement } = document;
  if (invalid !== undefined) invalid.focus();
  else if (alert !== null) alert.scrollIntoView({ block: "nearest" });
  else if (activeElement === document.body || activeElement?.matches('[role="dialog"]')) {
    fields.find(({ value }) => value === "")?.focus();
  }
}

/** Submits the form of a text area with Enter, as in an input of one line. */
export function submitOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (!matchesKeys(event.nativeEvent, "enter") || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.closest("form")?.requestSubmit();
}

import { Dialog as Base } from "@base-ui/react/dialog";
import clsx from "clsx";
import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useText } from "../text/use-text.ts";
import { Button } from "./button.tsx";
import { matchesKeys } from "./keys.tsx";
import { usePopupFocus } from "./popup.tsx";
import { InlineError } from "./states.tsx";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode;
  readonly size?: "small" | "medium" | "large";
}

const SIZES = { small: "max-w-100", medium: "max-w-140", large: "max-w-220" };

/** A modal dialog. Escape and a click outside close it. */
export function Dialog({ open, onClose, title, description, children, footer, size = "medium" }: DialogProps) {
  const text = useText();
  const focus = usePopupFocus();
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          {...focus}
          className={clsx(
            "fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100vh-48px)] w-[calc(100vw-48px)] -translate-1/2 flex-col rounded-lg bg-raised shadow-dialog outline-hidden transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border",
            SIZES[size],
          )}
        >
          <Base.Title className="py-3 pr-12 pl-5 text-base font-semibold">{title}</Base.Title>
          {description !== undefined && (
            <Base.Description className="px-5 pb-3 text-ink-soft">{description}</Base.Description>
          )}
          {children !== undefined && <div className="min-h-0 overflow-y-auto px-5 pb-4">{children}</div>}
          {footer !== undefined && <footer className="flex justify-end gap-2 px-5 pt-1 pb-4">{footer}</footer>}
          {/* Last, so that the first control gets the focus; without a tooltip, so that a single Escape closes the dialog. */}
          <Base.Close
            aria-label={text.common.close}
            className="absolute top-2.5 right-3 flex size-6 items-center justify-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
          >
            <X size={14} strokeWidth={1.75} aria-hidden />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly description: string;
  /** The label of the confirming button: a verb. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirms an action that cannot be undone. Actions that can be undone need no confirmation. */
export function ConfirmDialog({ open, title, description, action, onConfirm, onClose }: ConfirmDialogProps) {
  const text = useText();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {action}
          </Button>
        </>
      }
    />
  );
}

interface FormDialogProps extends Pick<DialogProps, "title" | "description" | "size"> {
  readonly submitLabel: string;
  readonly canSubmit: boolean;
  /** Whether submitting deletes something. */
  readonly isDanger?: boolean;
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
          <Button
            variant={props.isDanger === true ? "danger" : "primary"}
            type="submit"
            form={id}
            disabled={!canSubmit || isBusy}
          >
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

import { Field as Base } from "@base-ui/react/field";
import clsx from "clsx";
import { File, FolderOpen, Plus, Search, X } from "lucide-react";
import {
  type ComponentPropsWithRef,
  type KeyboardEventHandler,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from "react";
import { useBridge, useBridgeMutation } from "../data/use-bridge.tsx";
import { useText } from "../text/use-text.ts";
import { Button } from "./button.tsx";
import { KeyHint } from "./keys.tsx";
import { errorSentence } from "./states.tsx";

interface FieldProps {
  readonly label: string;
  /** Shows the label to assistive technology only. */
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  /** An error message; marks the control as invalid. */
  readonly error?: string | null;
  readonly className?: string;
  /** A control such as `TextInput`, which gets the label. */
  readonly children: ReactNode;
}

/** A labelled control with a hint or an error. */
export function Field({ label, hideLabel = false, hint, error, className, children }: FieldProps) {
  const invalid = error !== undefined && error !== null;
  return (
    <Base.Root invalid={invalid} className={clsx("flex min-w-0 flex-col gap-1", className)}>
      <Base.Label className={hideLabel ? "sr-only" : "text-sm text-ink-soft"}>{label}</Base.Label>
      {children}
      {hint !== undefined && !invalid && <Base.Description className="text-sm text-ink-faint">{hint}</Base.Description>}
      {invalid && (
        <Base.Error match className="text-sm text-bad-text">
          {error}
        </Base.Error>
      )}
    </Base.Root>
  );
}

/** A single-line text input inside a `Field`. */
export function TextInput({ className, ...rest }: ComponentPropsWithRef<typeof Base.Control>) {
  return <Base.Control className={clsx(INPUT_STYLE, className)} {...rest} />;
}

interface TextFieldProps
  extends Omit<FieldProps, "children">,
    Omit<ComponentPropsWithRef<typeof Base.Control>, "className" | "onChange" | "value"> {
  readonly value: string;
  /** Code, such as a command, an address or a name in a file: monospaced and without a spelling check. */
  readonly code?: boolean;
  readonly inputClassName?: string;
  readonly onChange: (value: string) => void;
}

/** A labelled text input of one line. The browser fills in nothing. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, error, className, code = false, inputClassName, onChange, ...input } = props;
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      <TextInput
        autoComplete={input.type === "password" ? "new-password" : "off"}
        spellCheck={code ? false : undefined}
        className={clsx(code && "font-mono text-sm", inputClassName)}
        onValueChange={onChange}
        {...input}
      />
    </Field>
  );
}

interface TextAreaProps extends ComponentPropsWithRef<typeof Base.Control> {
  readonly rows: number;
}

/** A text input of several lines inside a `Field`. */
export function TextArea({ rows, className, ...rest }: TextAreaProps) {
  return (
    <Base.Control
      render={<textarea rows={rows} spellCheck={false} />}
      className={clsx(INPUT_STYLE, "h-auto! resize-y py-1.5", className)}
      {...rest}
    />
  );
}

export const INPUT_STYLE =
  "h-7 w-full min-w-0 rounded-md bg-canvas px-2 text-ink shadow-[inset_0_0_0_1px_var(--line-strong)] focus-visible:outline-offset-0 data-invalid:shadow-[inset_0_0_0_1px_var(--bad)] forced-colors:border";

interface PathFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly value: string;
  readonly disabled?: boolean;
  /** Labels of the buttons that open the system's dialogs on a desktop. */
  readonly choose: { readonly file?: string; readonly folder?: string };
  readonly onChange: (path: string) => void;
  /** More buttons behind the field. */
  readonly children?: ReactNode;
}

/** The path of a file or folder: typed, or chosen in the system's dialog on a desktop. */
export function PathField(props: PathFieldProps) {
  const { label, hint, error = null, value, disabled = false, choose, onChange, children } = props;
  const text = useText();
  const { host } = useBridge();
  const onChosen = { onSuccess: (path: string | null) => path !== null && onChange(path) };
  const file = useBridgeMutation("app.chooseFile", onChosen);
  const folder = useBridgeMutation("app.chooseFolder", onChosen);
  const failure = file.error ?? folder.error;
  const dialogs = [[choose.file, File, file] as const, [choose.folder, FolderOpen, folder] as const];
  return (
    <Field label={label} hint={hint} error={error ?? (failure === null ? null : errorSentence(failure, text))}>
      <div className="flex gap-2 max-[620px]:flex-wrap">
        <TextInput
          value={value}
          spellCheck={false}
          autoComplete="off"
          className="min-w-50 flex-1 font-mono text-sm"
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {host === "desktop" &&
          dialogs.map(
            ([label, icon, open]) =>
              label !== undefined && (
                <Button key={label} icon={icon} disabled={disabled || open.isPending} onClick={() => open.mutate({})}>
                  {label}
                </Button>
              ),
          )}
        {children}
      </div>
    </Field>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** The shortcut that focuses the field, displayed while it is empty. */
  readonly keys?: string;
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  /** Moves the focus to the results: on ↓, on Enter, and on Esc in an empty field. Otherwise Esc clears the field. */
  readonly onLeave?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A search input with a button that clears it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, placeholder, keys, onKeyDown, onLeave, inputRef } = props;
  const text = useText();
  const leaveByKey: KeyboardEventHandler = (event) => {
    const { key, nativeEvent } = event;
    const isForward = key === "ArrowDown" || (key === "Enter" && !nativeEvent.isComposing);
    if (onLeave === undefined || (!isForward && key !== "Escape")) return;
    event.preventDefault();
    if (isForward || value === "") onLeave();
    else onChange("");
  };
  return (
    <div className="relative flex min-w-0 flex-1 items-center">
      <Search size={14} strokeWidth={1.75} className="pointer-events-none absolute left-2 text-ink-faint" aria-hidden />
      <input
        ref={inputRef}
        type="search"
        aria-label={label}
        value={value}
        placeholder={placeholder ?? label}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown ?? leaveByKey}
        spellCheck={false}
        autoComplete="off"
        dir="auto"
        className="h-7 w-full min-w-0 rounded-md bg-sunken pr-7 pl-7 text-ellipsis text-ink shadow-[inset_0_0_0_1px_var(--line)] focus-visible:outline-offset-0 forced-colors:border"
      />
      {value === "" ? (
        keys !== undefined && (
          <span className="pointer-events-none absolute right-2" aria-hidden>
            <KeyHint keys={keys} />
          </span>
        )
      ) : (
        <button
          type="button"
          aria-label={text.common.clear}
          onClick={() => onChange("")}
          className="absolute right-0.5 flex size-6 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
        >
          <X size={13} aria-hidden />
        </button>
      )}
    </div>
  );
}

interface FormProps extends Omit<ComponentPropsWithRef<"form">, "onSubmit"> {
  readonly onSubmit: () => void;
}

/** A form that is submitted without leaving the page. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      {...rest}
    />
  );
}

interface AddFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  /** The button; without a label it has an icon. */
  readonly action?: string;
  /** Suggestions. */
  readonly choices?: readonly string[];
  /** Whether a name cannot be added. */
  readonly isTaken?: (name: string) => boolean;
  readonly error?: string | null;
  readonly disabled?: boolean;
  readonly code?: boolean;
  readonly maxLength?: number;
  readonly className?: string;
  /** Adds the name without spaces around it, and calls `onAdded` to clear the field. */
  readonly onAdd: (name: string, onAdded: () => void) => void;
  /** Called when the text changes. */
  readonly onType?: () => void;
}

/** A field with a button that adds the typed name. */
export function AddField(props: AddFieldProps) {
  const {
    label,
    placeholder = label,
    action,
    choices = [],
    isTaken,
    error,
    disabled,
    code,
    maxLength,
    className,
  } = props;
  const list = useId();
  const [typed, setTyped] = useState("");
  const name = typed.trim();
  const isDisabled = disabled === true || name === "" || isTaken?.(name) === true;
  return (
    <Form
      className={clsx("flex items-start gap-2", className)}
      onSubmit={() => !isDisabled && props.onAdd(name, () => setTyped(""))}
    >
      <TextField
        label={label}
        hideLabel
        className="flex-1"
        error={error}
        value={typed}
        placeholder={placeholder}
        maxLength={maxLength}
        list={choices.length > 0 ? list : undefined}
        spellCheck={false}
        code={code}
        onChange={(next) => {
          setTyped(next);
          props.onType?.();
        }}
      />
      <datalist id={list}>
        {[...new Set(choices)]
          .filter((choice) => isTaken?.(choice) !== true)
          .map((choice) => (
            <option key={choice} value={choice} />
          ))}
      </datalist>
      <Button
        type="submit"
        icon={action === undefined ? Plus : undefined}
        aria-label={action === undefined ? label : undefined}
        disabled={isDisabled}
      >
        {action}
      </Button>
    </Form>
  );
}

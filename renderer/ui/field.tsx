import { Field as Base } from "@base-ui/react/field";
import clsx from "clsx";
import type { ComponentPropsWithRef, ReactNode } from "react";

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

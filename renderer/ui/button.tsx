import clsx from "clsx";
import { Check, Copy, type LucideIcon } from "lucide-react";
import { type ComponentPropsWithRef, useState } from "react";
import { useText } from "../text/use-text.ts";
import { KeyHint } from "./keys.tsx";
import { Tooltip } from "./tooltip.tsx";

export interface ButtonProps extends ComponentPropsWithRef<"button"> {
  readonly variant?: "primary" | "secondary" | "quiet" | "danger";
  readonly size?: "small" | "medium";
  readonly icon?: LucideIcon;
  /** A shortcut to display after the label, such as `mod+s`. Not bound here. */
  readonly keys?: string;
}

const VARIANTS = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover font-medium",
  secondary: "bg-raised text-ink shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-hover",
  quiet: "text-ink-soft hover:bg-hover hover:text-ink",
  danger: "bg-raised text-bad-text shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-bad-soft",
};
const SIZES = { small: "h-6 px-2 text-sm gap-1", medium: "h-7 px-2.5 gap-1.5" };

/** A button with a text label. */
export function Button({
  variant = "secondary",
  size = "medium",
  icon: Icon,
  keys,
  className,
  children,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(
        "inline-flex shrink-0 items-center justify-center rounded-md whitespace-nowrap transition-colors",
        "disabled:pointer-events-none disabled:opacity-45 forced-colors:border",
        VARIANTS[variant],
        SIZES[size],
        className,
      )}
      {...rest}
    >
      {Icon !== undefined && <Icon size={14} strokeWidth={1.75} aria-hidden />}
      {children}
      {keys !== undefined && (
        <span aria-hidden>
          <KeyHint keys={keys} tone={variant === "primary" ? "on-accent" : "quiet"} />
        </span>
      )}
    </button>
  );
}

/** A button that looks like a link in a text. */
export function TextButton({ className, ...rest }: ComponentPropsWithRef<"button">) {
  return <button type="button" className={clsx("text-accent-text hover:underline", className)} {...rest} />;
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<"button">, "children"> {
  /** The accessible name, and the tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** A shortcut to display in the tooltip. Not bound here. */
  readonly keys?: string;
  /** For toggle buttons. */
  readonly pressed?: boolean;
  readonly size?: "small" | "medium";
}

/** A button with only an icon; its label is a tooltip. */
export function IconButton({ label, icon: Icon, keys, pressed, size = "medium", className, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={label} keys={keys}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        className={clsx(
          "inline-flex shrink-0 items-center justify-center rounded-md text-ink-faint transition-colors",
          "hover:bg-hover hover:text-ink data-popup-open:bg-hover data-popup-open:text-ink",
          "disabled:pointer-events-none disabled:opacity-45",
          pressed && "text-accent-text",
          size === "small" ? "size-6" : "size-7",
          className,
        )}
        {...rest}
      >
        <Icon size={size === "small" ? 14 : 15} strokeWidth={1.75} aria-hidden />
      </button>
    </Tooltip>
  );
}

interface CopyButtonProps extends Omit<ButtonProps, "onClick" | "icon"> {
  /** The text to copy. */
  readonly value: string;
  readonly label?: string;
}

/** Copies a text and confirms it briefly in its label. */
export function CopyButton({ value, label, ...rest }: CopyButtonProps) {
  const text = useText();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <Button icon={copied ? Check : Copy} onClick={() => void copy()} {...rest}>
      <span aria-live="polite">{copied ? text.common.copied : (label ?? text.common.copy)}</span>
    </Button>
  );
}

import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import { KeyHint } from "./key-hint.tsx";

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

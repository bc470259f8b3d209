import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import { Tooltip } from "./tooltip.tsx";

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

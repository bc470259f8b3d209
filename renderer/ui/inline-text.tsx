import clsx from "clsx";
import type { ComponentPropsWithRef } from "react";

/** A path, command or address, which can be selected. */
export function Code({ className, ...rest }: ComponentPropsWithRef<"code">) {
  return <code className={clsx("font-mono text-sm", className)} data-selectable {...rest} />;
}

/** A name or text that a person or program wrote: on one line, cut at its end, in the direction of its script. */
export function OneLine({ className, ...rest }: ComponentPropsWithRef<"span">) {
  return <span className={clsx("truncate", className)} dir="auto" {...rest} />;
}

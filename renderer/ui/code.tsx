import clsx from "clsx";
import type { ComponentPropsWithRef } from "react";

/** A path, command or address, which can be selected. */
export function Code({ className, ...rest }: ComponentPropsWithRef<"code">) {
  return <code className={clsx("font-mono text-sm", className)} data-selectable {...rest} />;
}

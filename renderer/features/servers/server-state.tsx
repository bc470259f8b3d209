import clsx from "clsx";
import type { ServerState } from "../../../electron/core/servers.ts";

const COLOURS: Readonly<Record<ServerState, string>> = {
  running: "bg-good",
  stopped: "shadow-[inset_0_0_0_1px_var(--line-strong)]",
  starting: "bg-accent animate-pulse",
  waiting: "bg-warn",
  failed: "bg-bad",
  "sign-in": "bg-warn",
};

/** The state as a dot; the words are beside it. */
export function StateDot({ state }: { readonly state: ServerState }) {
  return <span className={clsx("mt-1.5 size-2 shrink-0 rounded-full", COLOURS[state])} aria-hidden />;
}

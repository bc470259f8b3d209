import type { ListedSpace, SpaceSync } from "../../../electron/core/spaces.ts";
import type { Text } from "../../../electron/text/en.ts";
import { useText } from "../../text/use-text.ts";
import { HOLLOW_DOT } from "../../ui/list-row.tsx";
import { useNow } from "../../ui/time.tsx";

/** The colours of a state's dot. */
export const STATE_COLOURS: Readonly<Record<SpaceSync["state"], string>> = {
  current: "bg-good",
  working: "bg-accent animate-pulse",
  waiting: "bg-warn",
  paused: HOLLOW_DOT,
  stopped: "bg-bad",
  leaving: "bg-accent animate-pulse",
};

/** The state as text, with the progress of a step: `sending 120 of 400 changes`. */
export function stateWords({ carrier, sync }: Pick<ListedSpace, "carrier" | "sync">, text: Text): string {
  const { state, step } = text.spaces;
  if (sync.state === "waiting") return carrier?.kind === "postgres" ? state.waitingDatabase : state.waitingFolder;
  if ((sync.state === "working" || sync.state === "leaving") && sync.progress !== null) {
    return step[sync.progress.step](sync.progress.done, sync.progress.total);
  }
  return state[sync.state];
}

/** The time until the next try of a waiting space. */
export function NextTry({ at }: { readonly at: string }) {
  const words = useText().spaces;
  const now = useNow();
  // Unlike a status, a timer is not announced when its text changes.
  return (
    <span role="timer" className="tabular-nums">
      {words.retry(Math.ceil((Date.parse(at) - now) / 1_000))}
    </span>
  );
}

/** The folder, or the address of the database; "" if this device does not know it. */
export function placeOf({ carrier }: Pick<ListedSpace, "carrier">): string {
  if (carrier === null) return "";
  return carrier.kind === "folder" ? carrier.folder : carrier.address;
}

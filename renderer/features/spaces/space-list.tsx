import clsx from "clsx";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { ListedSpace } from "../../../electron/core/spaces.ts";
import { BridgeError } from "../../bridge.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { errorSentence } from "../../ui/error-state.tsx";
import { moveFocus } from "../../ui/move-focus.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { NextTry, placeOf, StateDot, stateWords } from "./space-state.tsx";

interface SpaceListProps {
  readonly spaces: readonly ListedSpace[];
  /** The id of the open space, or null. */
  readonly openId: string | null;
}

/** One row per space. A row opens the space. */
export function SpaceList({ spaces, openId }: SpaceListProps) {
  const { frame } = useText();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside
    <div className="min-h-0 flex-1 overflow-y-auto" onKeyDown={moveFocus}>
      <ul aria-label={frame.spaces}>
        {spaces.map((space) => (
          <SpaceRow key={space.id} space={space} isOpen={space.id === openId} />
        ))}
      </ul>
    </div>
  );
}

function SpaceRow({ space, isOpen }: { readonly space: ListedSpace; readonly isOpen: boolean }) {
  const text = useText();
  const words = text.spaces;
  const { navigate } = useNavigation();
  const { id, name, domains, carrier, isEncrypted, devices, conflicts, unpublished, sync } = space;
  const figures = [words.carrier[carrier?.kind ?? "unknown"], words.devices(devices.length + 1)];
  if (isEncrypted) figures.push(words.encrypted);
  return (
    <li className={clsx("border-b border-line", isOpen && "bg-pressed")}>
      <button
        type="button"
        data-row
        aria-current={isOpen ? "true" : undefined}
        title={words.open(name)}
        onClick={() => navigate({ place: "spaces", path: [id] })}
        className="focus-inset flex w-full min-w-0 items-start gap-3 px-4 py-2.5 text-left hover:bg-hover"
      >
        <StateDot state={sync.state} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="max-w-[60%] shrink-0 truncate font-medium" dir="auto">
              {markHidden(name)}
            </span>
            <span className="min-w-0 truncate text-sm text-ink-faint" title={placeOf(space)}>
              {placeOf(space)}
            </span>
          </span>
          <span className="block text-ink-soft">
            {stateWords(space, text)}
            {" · "}
            {figures.join(" · ")}
          </span>
          <span className="block truncate text-sm text-ink-faint" dir="auto">
            {domains.map((domain) => markHidden(domain)).join(", ")}
          </span>
          <Problem sync={sync} />
        </span>
        <span className="shrink-0 text-right text-sm text-ink-faint">
          {sync.lastSyncAt !== null && <RelativeTime at={sync.lastSyncAt} className="block" />}
          {conflicts > 0 && <span className="block font-medium text-warn-text">{words.conflicts(conflicts)}</span>}
          {unpublished > 0 && sync.state !== "working" && <span className="block">{words.unsent(unpublished)}</span>}
        </span>
      </button>
    </li>
  );
}

/** The reason why a space waits or is stopped. */
function Problem({ sync }: Pick<ListedSpace, "sync">) {
  const text = useText();
  if (sync.error === null || (sync.state !== "waiting" && sync.state !== "stopped")) return null;
  return (
    <span className={clsx("block wrap-anywhere", sync.state === "stopped" ? "text-bad-text" : "text-warn-text")}>
      {errorSentence(new BridgeError(sync.error), text)}{" "}
      {sync.state === "waiting" && sync.retryAt !== null && <NextTry at={sync.retryAt} />}
    </span>
  );
}

/** The progress of the current step; nothing between steps. */
export function StepProgress({ space }: { readonly space: ListedSpace }) {
  const text = useText();
  const { state, progress } = space.sync;
  if ((state !== "working" && state !== "leaving") || progress === null) return null;
  const { done, total } = progress;
  return (
    <div className="mt-2">
      <ProgressBar
        label={stateWords(space, text)}
        done={done}
        total={total ?? 0}
        valueText={total === null ? text.common.count(done) : text.spaces.progress(done, total)}
      />
    </div>
  );
}

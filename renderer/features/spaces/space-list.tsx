import clsx from "clsx";
import { Pause, Play, RefreshCw, Split, UserPlus } from "lucide-react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { ListedSpace } from "../../../electron/core/spaces.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { ListRow } from "../../ui/list-row.tsx";
import type { MenuEntry } from "../../ui/menu.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { errorSentence } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { NextTry, placeOf, STATE_COLOURS, stateWords } from "./space-state.tsx";
import { useSpaceActions } from "./use-spaces.ts";

/** A row opens the space. */
export function SpaceRow({ space, isOpen }: { readonly space: ListedSpace; readonly isOpen: boolean }) {
  const text = useText();
  const words = text.spaces;
  const { navigate } = useNavigation();
  const { id, name, domains, carrier, isEncrypted, devices, conflicts, unpublished, sync } = space;
  const actions = useSpaceActions(space);
  const isPaused = sync.state === "paused";
  const isLeaving = sync.state === "leaving";
  const open = (...part: readonly string[]) => navigate({ place: "spaces", path: [id, ...part] });
  const isBusy = actions.isBusy || isLeaving;
  const menu: readonly MenuEntry[] = [
    {
      label: words.sync,
      icon: RefreshCw,
      disabled: isBusy || isPaused || sync.state === "working",
      onSelect: actions.sync,
    },
    isPaused
      ? { label: words.resume, icon: Play, disabled: isBusy, onSelect: actions.resume }
      : { label: text.common.pause, icon: Pause, disabled: isBusy, onSelect: actions.pause },
    "separator",
    { label: words.parts.invite, icon: UserPlus, disabled: isLeaving, onSelect: () => open("invite") },
    {
      label: text.common.conflicts,
      icon: Split,
      disabled: conflicts === 0,
      onSelect: () => navigate({ place: "health", path: ["conflicts"] }),
    },
  ];
  const figures = [words.carrier[carrier?.kind ?? "unknown"], words.devices(devices.length + 1)];
  if (isEncrypted) figures.push(words.encrypted);
  return (
    <ListRow
      name={markHidden(name)}
      detail={placeOf(space)}
      dot={STATE_COLOURS[sync.state]}
      title={words.open(name)}
      isOpen={isOpen}
      menu={menu}
      onOpen={() => open()}
      figures={
        <span className="shrink-0 text-right text-sm text-ink-faint">
          {sync.lastSyncAt !== null && <RelativeTime at={sync.lastSyncAt} className="block" />}
          {conflicts > 0 && <span className="block font-medium text-warn-text">{words.conflicts(conflicts)}</span>}
          {unpublished > 0 && sync.state !== "working" && <span className="block">{words.unsent(unpublished)}</span>}
        </span>
      }
    >
      <span className="block text-ink-soft">{[stateWords(space, text), ...figures].join(" · ")}</span>
      <span className="block truncate text-sm text-ink-faint" dir="auto">
        {domains.map((domain) => markHidden(domain)).join(", ")}
      </span>
      <Problem sync={sync} />
    </ListRow>
  );
}

/** The reason why a space waits or is stopped. */
function Problem({ sync }: Pick<ListedSpace, "sync">) {
  const text = useText();
  if (sync.error === null || (sync.state !== "waiting" && sync.state !== "stopped")) return null;
  return (
    <span className={clsx("block wrap-anywhere", sync.state === "stopped" ? "text-bad-text" : "text-warn-text")}>
      {errorSentence(sync.error, text)}{" "}
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

import clsx from "clsx";
import { LogOut, Pause, Play, RefreshCw, Share2 } from "lucide-react";
import { useState } from "react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { ListedSpace, SpaceProblem } from "../../../electron/core/spaces.ts";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeMutation } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, TextButton } from "../../ui/button.tsx";
import { CheckField } from "../../ui/choice.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { Code } from "../../ui/inline-text.tsx";
import { Fact, MissingPane, Pane, PaneTabs } from "../../ui/pane.tsx";
import { ErrorState, errorSentence } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";
import { InvitePart } from "./detail/invite-part.tsx";
import { DevicesPart, MembersPart } from "./detail/members-part.tsx";
import { SetupPart } from "./detail/setup-part.tsx";
import { StepProgress } from "./space-list.tsx";
import { NextTry, placeOf, stateWords } from "./space-state.tsx";
import { type SpaceActions, useSpaceActions } from "./use-spaces.ts";

const PARTS = ["devices", "members", "invite", "setup"] as const;
type Part = (typeof PARTS)[number];

interface SpacePaneProps {
  /** Null if the address contains an unknown id. */
  readonly space: ListedSpace | null;
  /** The tab, from the address. */
  readonly part: string | null;
  readonly onClose: () => void;
}

/** A space with its state and tabs. */
export function SpacePane({ space, part, onClose }: SpacePaneProps) {
  const text = useText().spaces;
  if (space === null) return <MissingPane icon={Share2} words={text.gone} onClose={onClose} />;
  return <OpenSpace space={space} part={PARTS.find((name) => name === part) ?? "devices"} onClose={onClose} />;
}

interface OpenSpaceProps {
  readonly space: ListedSpace;
  readonly part: Part;
  readonly onClose: () => void;
}

function OpenSpace({ space, part, onClose }: OpenSpaceProps) {
  const text = useText();
  const words = text.spaces;
  const { navigate } = useNavigation();
  const actions = useSpaceActions(space);
  const [isLeaving, setLeaving] = useState(false);
  const { id, name, sync, carrier } = space;
  const isPaused = sync.state === "paused";
  const isOpen = !space.isLeaving;
  const leave = () => setLeaving(true);
  const setup = () => navigate({ place: "spaces", path: [id, "setup"] }, { replace: true });
  const [pauseLabel, pauseIcon, pause] = isPaused
    ? [words.resume, Play, actions.resume]
    : [text.common.pause, Pause, actions.pause];
  const command = commandsOf("spaces", text.frame.spaces, { enabled: isOpen });
  useCommands([
    command("sync", `${words.sync}: ${name}`, actions.sync, {
      icon: RefreshCw,
      keys: ["r"],
      enabled: isOpen && !isPaused,
    }),
    command("pause", `${pauseLabel}: ${name}`, pause, { icon: pauseIcon, keys: ["p"] }),
    command("leave", `${words.leave} ${name}`, leave, { icon: LogOut }),
  ]);
  const contents = {
    devices: <DevicesPart space={space} />,
    members: <MembersPart space={space} />,
    invite: <InvitePart space={space} />,
    setup: <SetupPart space={space} />,
  };
  return (
    <Pane title={markHidden(name)} onClose={onClose}>
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 basis-40 first-letter:uppercase">
          {stateWords(space, text)}
        </p>
        {isOpen && (
          <>
            {!isPaused && (
              <Button icon={RefreshCw} disabled={actions.isBusy || sync.state === "working"} onClick={actions.sync}>
                {words.sync}
              </Button>
            )}
            <Button icon={pauseIcon} disabled={actions.isBusy} onClick={pause}>
              {pauseLabel}
            </Button>
            <Button variant="quiet" icon={LogOut} onClick={leave}>
              {words.leave}
            </Button>
          </>
        )}
      </div>
      <StepProgress space={space} />
      {isPaused && <p className="mt-1 text-ink-soft">{words.pausedHint}</p>}
      <SyncError space={space} actions={actions} onSetup={setup} onLeave={leave} />
      <Problems problems={sync.problems} />
      <Facts space={space} />
      <PaneTabs
        label={words.parts.label}
        value={part}
        parts={PARTS.filter((one) => one !== "members" || carrier?.kind === "postgres").map((one) => ({
          value: one,
          label: words.parts[one],
          content: contents[one],
        }))}
        onChange={(next) => navigate({ place: "spaces", path: [id, next] }, { replace: true })}
      />
      {isLeaving && <LeaveDialog space={space} onLeft={onClose} onClose={() => setLeaving(false)} />}
    </Pane>
  );
}

type Remedy = "password" | "passphrase" | "folder" | "leave" | "retry";

/** The remedy for a stopped or waiting space, by the reason of its error. */
const REMEDIES: Readonly<Record<string, Remedy>> = {
  space_database_login_refused: "password",
  space_passphrase_wrong: "passphrase",
  space_passphrase_changed: "passphrase",
  space_passphrase_missing: "passphrase",
  space_carrier_unknown: "folder",
  space_folder_missing: "folder",
  space_missing: "folder",
  space_device_revoked: "leave",
};

interface SyncErrorProps {
  readonly space: ListedSpace;
  readonly actions: SpaceActions;
  readonly onSetup: () => void;
  readonly onLeave: () => void;
}

/** The reason why a space waits or is stopped, with a button for the remedy. */
function SyncError({ space, actions, onSetup, onLeave }: SyncErrorProps) {
  const text = useText();
  const { carrier, sync } = space;
  const { state, error, retryAt } = sync;
  if (error === null || (state !== "waiting" && state !== "stopped")) return null;
  const found = REMEDIES[String(error.details?.reason)] ?? "retry";
  const remedy = found === "folder" && carrier?.kind === "postgres" ? "retry" : found;
  const run = remedy === "retry" ? actions.sync : remedy === "leave" ? onLeave : onSetup;
  const isStopped = state === "stopped";
  return (
    <div
      role={isStopped ? "alert" : "status"}
      className={clsx(
        "mt-3 rounded-md px-3 py-2",
        isStopped ? "bg-bad-soft text-bad-text" : "bg-warn-soft text-warn-text",
      )}
    >
      <p className="wrap-anywhere">{errorSentence(error, text)}</p>
      <div className="mt-1.5 flex flex-wrap items-center gap-3">
        {(isStopped || remedy !== "retry") && (
          <Button size="small" disabled={actions.isBusy} onClick={run}>
            {text.spaces.remedy[remedy]}
          </Button>
        )}
        {!isStopped && retryAt !== null && <NextTry at={retryAt} />}
      </div>
    </div>
  );
}

/** The devices whose changes are incomplete here. */
function Problems({ problems }: { readonly problems: readonly SpaceProblem[] }) {
  const words = useText().spaces;
  if (problems.length === 0) return null;
  return (
    <section aria-label={words.problems.title} className="mt-3">
      <ul className="flex flex-col gap-2">
        {problems.map(({ device, since, error }) => (
          <li key={device.id}>
            <p className="mb-1 text-ink-soft">
              {markHidden(device.name || words.device.unnamed)}, {words.problems.since}{" "}
              <RelativeTime at={since} form="long" />
            </p>
            <ErrorState error={error} inline />
          </li>
        ))}
      </ul>
      <p className="mt-1 text-sm text-ink-faint">{words.problems.others}</p>
    </section>
  );
}

function Facts({ space }: { readonly space: ListedSpace }) {
  const { common, spaces: words } = useText();
  const facts = words.facts;
  const { navigate } = useNavigation();
  const { carrier, domains, device, conflicts, unpublished, isEncrypted, role, sync, joinedAt } = space;
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
      <Fact name={facts.place}>
        {words.carrier[carrier?.kind ?? "unknown"]} <Code className="break-all">{placeOf(space)}</Code>
        {isEncrypted && <span className="block text-ink-faint">{words.encryptedHint}</span>}
      </Fact>
      {role !== null && <Fact name={facts.role}>{words.roles[role]}</Fact>}
      <Fact name={common.domains}>
        <span className="wrap-anywhere" dir="auto">
          {domains.map((domain) => markHidden(domain)).join(", ")}
        </span>
      </Fact>
      <Fact name={words.lastSync}>
        {sync.lastSyncAt === null ? words.neverSynced : <RelativeTime at={sync.lastSyncAt} form="long" />}
        {unpublished > 0 && ` · ${words.unsent(unpublished)}`}
      </Fact>
      {conflicts > 0 && (
        <Fact name={common.conflicts}>
          <span className="text-warn-text">{words.conflicts(conflicts)}</span>{" "}
          <TextButton onClick={() => navigate({ place: "health", path: ["conflicts"] })}>{facts.decide}</TextButton>
        </Fact>
      )}
      <Fact name={facts.device}>{markHidden(device.name)}</Fact>
      <Fact name={facts.joined}>
        <RelativeTime at={joinedAt} form="long" />
      </Fact>
    </dl>
  );
}

interface LeaveDialogProps {
  readonly space: ListedSpace;
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

/** Leaves a space after asking whether its memories stay on this device. */
function LeaveDialog({ space, onLeft, onClose }: LeaveDialogProps) {
  const words = useText().spaces.leaving;
  const toast = useToast();
  const [memories, setMemories] = useState<"keep" | "remove">("keep");
  const { id, name, unpublished } = space;
  const leave = useBridgeMutation("spaces.leave", {
    refreshes: ["spaces.list"],
    onSuccess: ({ unsent }) => void toast.show(words.done(name, unsent)),
  });
  return (
    <FormDialog
      title={words.title(name)}
      description={words.text}
      submitLabel={memories === "remove" ? words.submitRemove : words.submit}
      isDanger={memories === "remove"}
      canSubmit
      isBusy={leave.isPending}
      error={leave.error}
      // This can take long. It does not navigate if the person has opened another place in the meantime.
      onSubmit={() => leave.mutate({ id, memories }, { onSuccess: onLeft })}
      onClose={onClose}
    >
      <fieldset disabled={leave.isPending} className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm text-ink-soft">{words.memories}</legend>
        {(["keep", "remove"] as const).map((choice) => (
          <CheckField
            key={choice}
            type="radio"
            name="memories"
            layout="flex items-start gap-2.5"
            className="mt-0.5"
            checked={memories === choice}
            onChange={() => setMemories(choice)}
          >
            <span>
              {words[choice]}
              <span className="block text-sm text-ink-faint">{words[`${choice}Hint`]}</span>
            </span>
          </CheckField>
        ))}
      </fieldset>
      {unpublished > 0 && <p className="text-warn-text">{words.unsent(unpublished)}</p>}
      {leave.isPending && <StepProgress space={space} />}
    </FormDialog>
  );
}

import { Laptop, Pencil, UserPlus } from "lucide-react";
import { useState } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import {
  type ListedSpace,
  MEMBER_ROLES,
  type SpaceDevice,
  type SpaceMember,
} from "../../../../electron/core/spaces.ts";
import { useAction, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useUndoable } from "../../../data/use-undoable.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Form, TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { errorSentence, Loaded } from "../../../ui/states.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import { isManager } from "../use-spaces.ts";

/** The logins of the space's database, with their rights. */
export function MembersPart({ space }: { readonly space: ListedSpace }) {
  const words = useText().spaces.member;
  const { navigate } = useNavigation();
  const members = useBridgeQuery("spaces.members", { id: space.id }, { refetchOnMount: "always" });
  return (
    <>
      <Loaded query={members} inline rows={2}>
        {(all) => (
          <ul aria-label={words.list} className="flex flex-col">
            {all.map((member) => (
              <MemberRow key={member.login} space={space} member={member} />
            ))}
          </ul>
        )}
      </Loaded>
      {isManager(space) ? (
        <Button
          icon={UserPlus}
          className="mt-3"
          onClick={() => navigate({ place: "spaces", path: [space.id, "invite"] }, { replace: true })}
        >
          {words.add}
        </Button>
      ) : (
        <p className="mt-3 text-sm text-ink-faint">{words.ownerOnly}</p>
      )}
    </>
  );
}

interface MemberRowProps {
  readonly space: ListedSpace;
  readonly member: SpaceMember;
}

function MemberRow({ space, member: { login, role, isSelf } }: MemberRowProps) {
  const text = useText();
  const words = text.spaces.member;
  const [isAsking, setAsking] = useState(false);
  const stores = ["spaces.members", { id: space.id }] as const;
  const setRole = useUndoable("spaces.setMemberRole", {
    stores,
    done: () => text.common.changed(words.role(login)),
    // The select is not shown for an owner.
    inverse: (input) => ({ ...input, role: role === "owner" ? input.role : role }),
  });
  const remove = useAction("spaces.removeMember", { stores, done: () => words.removed(login) });
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 last:border-0">
      <span className="min-w-24 flex-1">
        <span className="font-mono text-sm" data-selectable>
          {login}
        </span>
        {isSelf && <span className="ml-2 text-sm text-accent-text">{words.self}</span>}
      </span>
      {isManager(space) && role !== "owner" ? (
        <>
          <Select
            label={words.role(login)}
            value={role}
            options={MEMBER_ROLES.map((value) => ({ value, label: text.spaces.roles[value] }))}
            onChange={(next) => setRole.mutate({ id: space.id, login, role: next })}
          />
          <Button
            size="small"
            variant="quiet"
            aria-label={`${words.remove} ${login}`}
            disabled={remove.isPending}
            onClick={() => setAsking(true)}
          >
            {words.remove}
          </Button>
          <ConfirmDialog
            open={isAsking}
            title={words.removeTitle(login)}
            description={words.removeText}
            action={text.common.remove}
            onConfirm={() => remove.mutate({ id: space.id, login })}
            onClose={() => setAsking(false)}
          />
        </>
      ) : (
        <span className="text-ink-soft">{text.spaces.roles[role]}</span>
      )}
    </li>
  );
}

/**
 * A clock that is further ahead is reported. A clock that is behind cannot be detected: the offset includes the time
 * that a change took to arrive.
 */
const CLOCK_TOLERANCE_MS = 2 * 60_000;

/** The devices of a space, this one first. */
export function DevicesPart({ space }: { readonly space: ListedSpace }) {
  const words = useText().spaces.device;
  const devices = useBridgeQuery("spaces.devices", { id: space.id }, { refetchOnMount: "always" });
  return (
    <Loaded query={devices} inline rows={2}>
      {(all) => (
        <ul aria-label={words.list} className="flex flex-col">
          {[...all].sort(byPresence).map((device) => (
            <DeviceRow key={device.id} space={space} device={device} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** This device first, removed devices last, and the others by the time of their last change. */
function byPresence(one: SpaceDevice, other: SpaceDevice): number {
  return (
    Number(other.isThis) - Number(one.isThis) ||
    Number(one.isRevoked) - Number(other.isRevoked) ||
    (other.lastSeen ?? "").localeCompare(one.lastSeen ?? "")
  );
}

interface DeviceRowProps {
  readonly space: ListedSpace;
  readonly device: SpaceDevice;
}

function DeviceRow({ space, device }: DeviceRowProps) {
  const text = useText();
  const words = text.spaces.device;
  const [isRenaming, setRenaming] = useState(false);
  const { name, isThis, isRevoked, lastSeen, published, clockOffset } = device;
  const shown = name === "" ? words.unnamed : markHidden(name);
  return (
    <li className="flex items-start gap-3 border-b border-line py-2 last:border-0">
      <Laptop size={15} strokeWidth={1.5} className="mt-0.5 shrink-0 text-ink-faint" aria-hidden />
      <div className="min-w-0 flex-1">
        {isRenaming ? (
          <RenameForm space={space} name={name} onClose={() => setRenaming(false)} />
        ) : (
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className={isRevoked ? "text-ink-faint line-through" : "font-medium"} dir="auto">
              {shown}
            </span>
            {isThis && <span className="text-sm text-accent-text">{words.isThis}</span>}
            {isRevoked && <span className="text-sm text-bad-text">{words.revoked}</span>}
          </p>
        )}
        <p className="text-sm text-ink-faint">
          {published === 0 ? words.never : words.published(published)}
          {lastSeen !== null && (
            <>
              {" · "}
              {words.lastSeen} <RelativeTime at={lastSeen} form="long" />
            </>
          )}
        </p>
        {!isThis && !isRevoked && clockOffset > CLOCK_TOLERANCE_MS && (
          <p className="text-sm text-warn-text">{words.ahead(Math.round(clockOffset / 60_000))}</p>
        )}
      </div>
      {isThis && !isRenaming && (
        <Button size="small" variant="quiet" icon={Pencil} onClick={() => setRenaming(true)}>
          {words.rename}
        </Button>
      )}
      {!isThis && !isRevoked && isManager(space) && <Revoke space={space} device={device} name={shown} />}
    </li>
  );
}

interface RenameFormProps {
  readonly space: ListedSpace;
  readonly name: string;
  readonly onClose: () => void;
}

function RenameForm({ space: { id }, name, onClose }: RenameFormProps) {
  const text = useText();
  const [typed, setTyped] = useState(name);
  const rename = useUndoable("spaces.renameDevice", {
    stores: ["spaces.devices", { id }],
    refreshes: ["spaces.list"],
    done: () => text.common.changed(text.common.deviceName),
    inverse: (input) => ({ ...input, name }),
    showsError: true,
  });
  return (
    <Form
      className="flex items-start gap-2"
      onSubmit={() => typed.trim() !== "" && rename.mutate({ id, name: typed.trim() }, { onSuccess: onClose })}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      <TextField
        label={text.common.deviceName}
        hideLabel
        className="min-w-0 flex-1"
        error={rename.isError ? errorSentence(rename.error, text) : null}
        autoFocus
        value={typed}
        maxLength={100}
        onChange={setTyped}
      />
      <Button type="submit" disabled={typed.trim() === "" || rename.isPending}>
        {text.common.save}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        {text.common.cancel}
      </Button>
    </Form>
  );
}

function Revoke({ space, device, name }: DeviceRowProps & { readonly name: string }) {
  const text = useText();
  const words = text.spaces.device;
  const [isAsking, setAsking] = useState(false);
  const revoke = useAction("spaces.revokeDevice", {
    stores: ["spaces.devices", { id: space.id }],
    done: () => words.revokeDone(name),
  });
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`${words.revoke} ${name}`}
        disabled={revoke.isPending}
        onClick={() => setAsking(true)}
      >
        {words.revoke}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.revokeTitle(name)}
        description={words.revokeText[space.carrier?.kind ?? "folder"]}
        action={text.common.remove}
        onConfirm={() => revoke.mutate({ id: space.id, device: device.id })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

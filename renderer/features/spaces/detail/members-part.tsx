import { UserPlus } from "lucide-react";
import { useState } from "react";
import { type ListedSpace, MEMBER_ROLES, type SpaceMember } from "../../../../electron/core/spaces.ts";
import { useAction, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Select } from "../../../ui/select.tsx";
import { Loaded } from "../../../ui/states.tsx";
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
  const setRole = useAction("spaces.setMemberRole", { stores });
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

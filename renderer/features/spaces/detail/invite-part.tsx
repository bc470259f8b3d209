import { Link } from "lucide-react";
import { useState } from "react";
import {
  type ListedSpace,
  type MadeInvitation,
  MEMBER_ROLES,
  type MemberRole,
} from "../../../../electron/core/spaces.ts";
import { useBridgeMutation } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button, CopyButton } from "../../../ui/button.tsx";
import { SegmentedField, SwitchField } from "../../../ui/choice.tsx";
import { Form, TextField } from "../../../ui/field.tsx";
import { Code } from "../../../ui/inline-text.tsx";
import { optionsOf } from "../../../ui/select.tsx";
import { InlineError } from "../../../ui/states.tsx";
import { fieldErrors } from "../field-error.ts";
import { isManager } from "../use-spaces.ts";

/** Creates an invitation: a link that contains its secret, or a link and a separate secret. */
export function InvitePart({ space }: { readonly space: ListedSpace }) {
  const text = useText();
  const words = text.spaces.invite;
  const { id, carrier, isEncrypted } = space;
  const isDatabase = carrier?.kind === "postgres";
  const canAddLogin = isDatabase && isManager(space);
  const hasSecret = isDatabase || isEncrypted;
  const [who, setWho] = useState<"own" | "login">(canAddLogin ? "login" : "own");
  const [login, setLogin] = useState("");
  const [role, setRole] = useState<MemberRole>("writer");
  const [isApart, setApart] = useState(false);
  // A link with a new login cannot be shown again, so it stays until the next invitation.
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const invite = useBridgeMutation("spaces.invite", { onSuccess: setMade });
  const isNewLogin = canAddLogin && who === "login";
  const errors = fieldErrors(invite.error, isNewLogin ? ["login"] : [], text);
  const isComplete = !isNewLogin || login.trim() !== "";
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">{words.text}</p>
      <Form
        className="flex flex-col items-start gap-4"
        onSubmit={() => {
          if (!isComplete || invite.isPending) return;
          const rights = isNewLogin ? { role, login: login.trim() } : {};
          invite.mutate({ id, separateSecret: hasSecret && isApart, ...rights });
        }}
      >
        {canAddLogin && (
          <SegmentedField
            label={words.who}
            hint={words[`${who}Hint`]}
            value={who}
            options={optionsOf({ login: words.login, own: words.own })}
            onChange={(next) => {
              setWho(next);
              invite.reset();
            }}
          />
        )}
        {isNewLogin && (
          <>
            <TextField
              label={words.loginName}
              hint={words.loginNameHint}
              error={errors.at("login")}
              className="w-80 max-w-full"
              value={login}
              maxLength={40}
              code
              onChange={setLogin}
            />
            <SegmentedField
              label={words.role}
              value={role}
              options={MEMBER_ROLES.map((value) => ({ value, label: text.spaces.roles[value] }))}
              onChange={setRole}
            />
          </>
        )}
        {hasSecret && (
          <SwitchField
            label={words.apart}
            hint={words.apartHint[isDatabase ? "postgres" : "folder"]}
            checked={isApart}
            onChange={setApart}
          />
        )}
        <Button type="submit" icon={Link} disabled={!isComplete || invite.isPending}>
          {words.make}
        </Button>
      </Form>
      <InlineError error={errors.rest} />
      {made !== null && <Invitation space={space} {...made} />}
    </div>
  );
}

interface InvitationProps {
  readonly space: ListedSpace;
  readonly link: string;
  /** Null without a secret, or if the link contains it. */
  readonly secret: string | null;
}

function Invitation({ space, link, secret }: InvitationProps) {
  const { common } = useText();
  const words = useText().spaces.invite;
  const isFolder = space.carrier?.kind !== "postgres";
  const hasSecret = link.includes("#");
  const steps = [
    ...(isFolder ? [words.steps.folder] : []),
    words.steps.open,
    ...(secret === null ? [] : [words.steps.secret]),
    ...(secret === null && !hasSecret && space.isEncrypted ? [words.steps.passphrase] : []),
    ...(isFolder ? [words.steps.chooseFolder] : []),
  ];
  return (
    <section
      aria-label={words.link}
      className="flex flex-col gap-3 rounded-md bg-sunken px-3 py-2.5 forced-colors:border"
    >
      <Copyable label={words.link} value={link} copy={common.copyLink} />
      {secret !== null && <Copyable label={words.secret} value={secret} copy={words.copySecret} />}
      {hasSecret && <p className="text-warn-text">{words.withSecret}</p>}
      <div>
        <h3 className="text-sm text-ink-soft">{words.receiver}</h3>
        <ol className="list-decimal pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Copyable({ label, value, copy }: { readonly label: string; readonly value: string; readonly copy: string }) {
  return (
    <div>
      <p className="text-sm text-ink-soft">{label}</p>
      <div className="mt-1 flex items-start gap-2">
        <Code className="max-h-24 min-w-0 flex-1 overflow-y-auto break-all">{value}</Code>
        <CopyButton size="small" value={value} label={copy} />
      </div>
    </div>
  );
}

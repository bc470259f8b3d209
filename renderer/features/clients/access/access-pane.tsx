import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { Text } from "../../../../electron/text/en.ts";
import type { ClientGrant, MethodInput } from "../../../../electron/window-api/contract.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useUndoable } from "../../../data/use-undoable.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { SwitchField } from "../../../ui/choice.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Fact, Pane } from "../../../ui/pane.tsx";
import { InlineError, Loaded } from "../../../ui/states.tsx";
import { RelativeTime, useNow } from "../../../ui/time.tsx";
import { MoveOffer } from "../../servers/moving/move-offer.tsx";
import { RefreshFiles } from "../write/refresh-files.tsx";
import { ClientCharts } from "./client-charts.tsx";
import { endOfTerm, USUAL_TERM } from "./expiry.ts";
import { ExpiryField } from "./expiry-field.tsx";
import { AccessField, LimitFields } from "./grant-fields.tsx";
import { IssuedToken } from "./issued-token.tsx";
import { ServerAccess } from "./server-access.tsx";

interface AccessPaneProps {
  /** The subject of the client's token. */
  readonly subject: string;
  readonly title: string;
  /** True for a supported client, false for a token that the owner created. */
  readonly isKnown: boolean;
  /** Whether hooks can add memories to its prompts. */
  readonly hasHooks: boolean;
  readonly onClose: () => void;
}

/** One client's permissions and token. */
export function AccessPane({ subject, title, isKnown, hasHooks, onClose }: AccessPaneProps) {
  const text = useText().clients.access;
  const grants = useBridgeQuery("clients.grants", {}, { refetchOnMount: "always" });
  return (
    <Pane title={text.title(title)} onClose={onClose}>
      <Loaded query={grants} shape="lines" rows={6}>
        {(all) => {
          const grant = all.find((one) => one.subject === subject);
          if (grant === undefined) return <NoGrant subject={subject} isKnown={isKnown} />;
          return <GrantSettings grant={grant} title={title} isKnown={isKnown} hasHooks={hasHooks} />;
        }}
      </Loaded>
    </Pane>
  );
}

/** A client without its own token. The permissions of a supported client can be set before it connects. */
function NoGrant({ subject, isKnown }: Pick<AccessPaneProps, "subject" | "isKnown">) {
  const text = useText().clients.access;
  const create = useBridgeMutation("clients.updateGrant", { refreshes: ["clients.grants"] });
  if (!isKnown) return <p className="text-ink-soft">{text.none}</p>;
  return (
    <>
      <p className="text-ink-soft">{text.notYet}</p>
      <Button className="mt-3" disabled={create.isPending} onClick={() => create.mutate({ subject })}>
        {text.decide}
      </Button>
      <InlineError error={create.error} className="mt-2" />
    </>
  );
}

interface GrantSettingsProps extends Pick<AccessPaneProps, "title" | "isKnown" | "hasHooks"> {
  readonly grant: ClientGrant;
}

/** The state, switches, limits and token of one client. */
function GrantSettings({ grant, title, isKnown, hasHooks }: GrantSettingsProps) {
  const { common } = useText();
  const text = useText().clients.access;
  const changes = useGrant(grant, title);
  const { update, error, isBusy } = changes;
  const isClosed = grant.state === "revoked" || isBusy;
  return (
    <>
      <div className="flex items-center gap-3">
        <p
          role="status"
          className={grant.state === "active" ? "text-good-text" : "min-w-0 flex-1 font-medium text-bad-text"}
        >
          {text.state[grant.state]}
        </p>
        {grant.state === "expired" && (
          <Button
            variant="primary"
            disabled={isBusy}
            onClick={() => update({ expiresAt: endOfTerm(USUAL_TERM, Date.now()) })}
          >
            {text.renew}
          </Button>
        )}
      </div>
      <InlineError error={error} className="mt-2" />
      <div className="mt-3 flex flex-col gap-3">
        <SwitchField
          label={common.pause}
          hint={text.pauseHint}
          checked={grant.state === "paused"}
          disabled={isClosed}
          onChange={(paused) => update({ paused })}
        />
        {(hasHooks || !grant.injection) && (
          <SwitchField
            label={text.injection}
            hint={text.injectionHint}
            checked={grant.injection}
            disabled={isClosed}
            onChange={(injection) => update({ injection })}
          />
        )}
        <SwitchField
          label={text.conversations}
          hint={text.conversationsHint}
          checked={grant.conversations === true}
          disabled={isClosed}
          onChange={(conversations) => update({ conversations })}
        />
        <AccessField value={grant.access} disabled={isClosed} onChange={(access) => update({ access })} />
      </div>
      <p className="mt-2 text-sm text-ink-faint">{text.effect}</p>
      <LimitFields limits={grant} disabled={isClosed} onChange={update} />
      <ServerAccess
        granted={grant.servers}
        listAllTools={grant.listAllTools === true}
        disabled={isClosed}
        onChange={(servers) => update({ servers })}
        onListAllTools={(listAllTools) => update({ listAllTools })}
      />
      {isKnown && <MoveOffer clientId={grant.subject} />}
      <ClientCharts subject={grant.subject} />
      <TokenSection grant={grant} title={title} isKnown={isKnown} changes={changes} />
    </>
  );
}

/** The token: its expiry, rotation and revocation. */
function TokenSection({
  grant,
  title,
  isKnown,
  changes,
}: Omit<GrantSettingsProps, "hasHooks"> & { changes: GrantChanges }) {
  const words = useText().clients;
  const text = words.access;
  const { navigate } = useNavigation();
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  const { update, rotate, revoke, forget, issued, isBusy } = changes;
  const isRevoked = grant.state === "revoked";
  return (
    <section aria-label={text.token}>
      <h3 className="mt-6 font-medium">{text.token}</h3>
      <TokenFacts grant={grant} />
      {!isRevoked && (
        <div className="mt-3">
          <p className="mb-1 text-ink-faint" aria-hidden>
            {words.expiry.label}
          </p>
          <ExpiryField
            key={grant.createdAt}
            value={grant.expiresAt}
            now={now}
            onChange={(expiresAt) => update({ expiresAt })}
          />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={KeyRound} disabled={isBusy} onClick={rotate}>
          {isRevoked ? text.allowAgain : text.rotate}
        </Button>
        {!isRevoked && (
          <Button variant="danger" disabled={isBusy} onClick={() => setAsking(true)}>
            {text.revoke}
          </Button>
        )}
        {isRevoked && !isKnown && (
          <Button
            variant="quiet"
            disabled={isBusy}
            onClick={() => forget(() => navigate({ place: "clients" }, { replace: true }))}
          >
            {text.forget}
          </Button>
        )}
      </div>
      <p className="mt-1.5 text-sm text-ink-faint">{hintOf(isRevoked, isKnown, text)}</p>
      {issued !== null && !isKnown && <IssuedToken token={issued} />}
      {isKnown && <RefreshFiles only={grant.subject} className="mt-3 rounded-md" />}
      {issued !== null && isKnown && (
        <Button
          size="small"
          variant="quiet"
          className="mt-1.5 -ml-2"
          onClick={() => navigate({ place: "clients", path: ["connect", grant.subject] })}
        >
          {text.showConfiguration}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={text.confirm.title(title)}
        description={text.confirm.text}
        action={text.confirm.action}
        onConfirm={revoke}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

function hintOf(isRevoked: boolean, isKnown: boolean, text: Text["clients"]["access"]): string {
  if (isKnown) return isRevoked ? text.allowAgainHint : text.rotateHint;
  return isRevoked ? text.allowOwnAgainHint : text.rotateOwnHint;
}

/** When the token was created and last used. */
function TokenFacts({ grant }: { readonly grant: ClientGrant }) {
  const text = useText().clients.access;
  return (
    <>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        <Fact name={text.created}>
          <RelativeTime at={grant.createdAt} form="long" />
        </Fact>
        <Fact name={text.lastUsed}>
          {grant.lastUsedAt === null ? text.never : <RelativeTime at={grant.lastUsedAt} form="long" />}
        </Fact>
      </dl>
      {grant.rotating && <p className="mt-1 text-sm text-ink-soft">{text.rotating}</p>}
    </>
  );
}

type GrantChanges = ReturnType<typeof useGrant>;

type GrantInput = MethodInput<"clients.updateGrant">;

/** The input that gives a grant its present values of the fields that `changes` changes. */
function formerGrant(grant: ClientGrant, changes: GrantInput): GrantInput {
  const { subject, state, listAllTools = false, conversations = false, ...fields } = grant;
  const present = { ...fields, listAllTools, conversations, paused: state === "paused" };
  const names = Object.keys(changes).filter((name) => name !== "subject") as (keyof typeof present)[];
  return { subject, ...Object.fromEntries(names.map((name) => [name, present[name]])) };
}

/** Changes the grant of a client and updates the cached grants immediately. */
function useGrant(grant: ClientGrant, title: string) {
  const { subject } = grant;
  const text = useText();
  const cache = useQueryClient();
  const cacheGrant = (changed: ClientGrant) => {
    cache.setQueryData<readonly ClientGrant[]>(["clients.grants", {}], (grants) =>
      grants?.map((grant) => (grant.subject === changed.subject ? changed : grant)),
    );
  };
  const update = useUndoable("clients.updateGrant", {
    onSuccess: cacheGrant,
    done: () => text.common.changed(text.clients.access.title(title)),
    inverse: (changes) => formerGrant(grant, changes),
    showsError: true,
  });
  const rotate = useBridgeMutation("clients.rotate", { onSuccess: ({ grant }) => cacheGrant(grant) });
  const revoke = useBridgeMutation("clients.revoke", { onSuccess: cacheGrant });
  const forget = useBridgeMutation("clients.forget");
  return {
    update: (changes: Omit<GrantInput, "subject">) => update.mutate({ subject, ...changes }),
    rotate: () => rotate.mutate({ subject }),
    revoke: () => {
      rotate.reset();
      revoke.mutate({ subject });
    },
    /** Deletes a revoked token, then calls `onDone`. */
    forget: (onDone: () => void) => forget.mutate({ subject }, { onSuccess: onDone }),
    /** The token that was issued last in this pane, or null. It is not stored anywhere. */
    issued: rotate.data?.token ?? null,
    error: update.error ?? rotate.error ?? revoke.error ?? forget.error,
    isBusy: update.isPending || rotate.isPending || revoke.isPending || forget.isPending,
  };
}

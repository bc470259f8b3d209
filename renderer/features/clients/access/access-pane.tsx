import type { ClientGrant } from "../../../../electron/window-api/contract.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Pane } from "../../../ui/pane.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { SwitchField } from "../../../ui/switch-field.tsx";
import { MoveOffer } from "../../servers/moving/move-offer.tsx";
import { endOfTerm, USUAL_TERM } from "./expiry.ts";
import { AccessField, LimitFields } from "./grant-fields.tsx";
import { ServerAccess } from "./server-access.tsx";
import { TokenSection } from "./token-section.tsx";
import { TokenUse } from "./token-use.tsx";
import { useGrant } from "./use-grant.ts";

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
  const grant = grants.data?.find((one) => one.subject === subject);
  return (
    <Pane title={text.title(title)} onClose={onClose}>
      {grants.isError ? (
        <ErrorState error={grants.error} onRetry={() => void grants.refetch()} />
      ) : grants.data === undefined ? (
        <Skeleton shape="lines" rows={6} />
      ) : grant === undefined ? (
        <NoGrant subject={subject} isKnown={isKnown} onCreated={() => void grants.refetch()} />
      ) : (
        <GrantSettings grant={grant} title={title} isKnown={isKnown} hasHooks={hasHooks} />
      )}
    </Pane>
  );
}

interface NoGrantProps {
  readonly subject: string;
  readonly isKnown: boolean;
  readonly onCreated: () => void;
}

/** A client without its own token. The permissions of a supported client can be set before it connects. */
function NoGrant({ subject, isKnown, onCreated }: NoGrantProps) {
  const text = useText().clients.access;
  const create = useBridgeMutation("clients.updateGrant", { onSuccess: onCreated });
  if (!isKnown) return <p className="text-ink-soft">{text.none}</p>;
  return (
    <>
      <p className="text-ink-soft">{text.notYet}</p>
      <Button className="mt-3" disabled={create.isPending} onClick={() => create.mutate({ subject })}>
        {text.decide}
      </Button>
      {create.isError && (
        <div className="mt-2">
          <ErrorState error={create.error} inline />
        </div>
      )}
    </>
  );
}

interface GrantSettingsProps {
  readonly grant: ClientGrant;
  readonly title: string;
  /** True for a supported client, false for a token that the owner created. */
  readonly isKnown: boolean;
  readonly hasHooks: boolean;
}

/** The state, switches, limits and token of one client. */
function GrantSettings({ grant, title, isKnown, hasHooks }: GrantSettingsProps) {
  const { common } = useText();
  const text = useText().clients.access;
  const changes = useGrant(grant);
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
      {error !== null && (
        <div className="mt-2">
          <ErrorState error={error} inline />
        </div>
      )}
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
      <TokenUse subject={grant.subject} />
      <TokenSection grant={grant} title={title} isKnown={isKnown} changes={changes} />
    </>
  );
}

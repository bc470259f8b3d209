import type { ClientGrant } from "../../../../electron/ipc/contract.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { endOfTerm, USUAL_TERM } from "../expiry/expiry.ts";
import { Choice } from "./choice.tsx";
import { LimitFields } from "./limit-fields.tsx";
import { TokenSection } from "./token-section.tsx";
import { useGrant } from "./use-grant.ts";

interface GrantSettingsProps {
  readonly grant: ClientGrant;
  readonly title: string;
  /** Whether it is a client of the catalogue. */
  readonly isKnown: boolean;
}

/** State in words, switches, limits and the token of one client. */
export function GrantSettings({ grant, title, isKnown }: GrantSettingsProps) {
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
        <Choice
          label={text.pause}
          hint={text.pauseHint}
          checked={grant.state === "paused"}
          disabled={isClosed}
          onChange={(paused) => update({ paused })}
        />
        <Choice
          label={text.readOnly}
          hint={text.readOnlyHint}
          checked={grant.access === "read"}
          disabled={isClosed}
          onChange={(readOnly) => update({ access: readOnly ? "read" : "write" })}
        />
      </div>
      <p className="mt-2 text-sm text-ink-faint">{text.effect}</p>
      <LimitFields
        limits={grant}
        disabled={isClosed}
        onChange={({ domains, namespaces }) =>
          update({
            ...(domains === undefined ? {} : { domains: domains === null ? null : [...domains] }),
            ...(namespaces === undefined ? {} : { namespaces: namespaces === null ? null : [...namespaces] }),
          })
        }
      />
      <TokenSection grant={grant} title={title} isKnown={isKnown} changes={changes} />
    </>
  );
}

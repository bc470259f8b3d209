import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ClientGrant } from "../../../../electron/ipc/contract.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { LimitField } from "./limit-field.tsx";
import { TokenFacts } from "./token-facts.tsx";
import { useGrant } from "./use-grant.ts";

interface GrantSettingsProps {
  readonly grant: ClientGrant;
  readonly title: string;
}

/** State in words, switches, limits and the token of one client. */
export function GrantSettings({ grant, title }: GrantSettingsProps) {
  const text = useText().clients.access;
  const { update, rotate, revoke, error, isBusy } = useGrant(grant);
  const facets = useBridgeQuery("memories.facets", {});
  const namespaces = useBridgeQuery("memories.namespaces", {});
  const [isAsking, setAsking] = useState(false);
  const isRevoked = grant.state === "revoked";
  const isClosed = isRevoked || isBusy;
  return (
    <>
      <p role="status" className={grant.state === "active" ? "text-good-text" : "font-medium text-bad-text"}>
        {text.state[grant.state]}
      </p>
      {error !== null && (
        <div className="mt-2">
          <ErrorState error={error} inline />
        </div>
      )}
      <div className="mt-3 flex flex-col gap-3">
        <Choice label={text.pause} hint={text.pauseHint}>
          <Switch
            label={text.pause}
            checked={grant.state === "paused"}
            disabled={isClosed}
            onChange={(paused) => update({ paused })}
          />
        </Choice>
        <Choice label={text.readOnly} hint={text.readOnlyHint}>
          <Switch
            label={text.readOnly}
            checked={grant.access === "read"}
            disabled={isClosed}
            onChange={(readOnly) => update({ access: readOnly ? "read" : "write" })}
          />
        </Choice>
      </div>
      <p className="mt-2 text-sm text-ink-faint">{text.effect}</p>
      <LimitField
        label={text.domains}
        hint={text.domainsHint}
        all={text.allDomains}
        add={text.addDomain}
        allowed={grant.domains}
        choices={["user", ...(facets.data?.domains.map(({ value }) => value) ?? [])]}
        disabled={isClosed}
        onChange={(allowed) => update({ domains: allowed === null ? null : [...allowed] })}
      />
      <LimitField
        label={text.namespaces}
        hint={text.namespacesHint}
        all={text.allNamespaces}
        add={text.addNamespace}
        allowed={grant.namespaces}
        choices={namespaces.data ?? []}
        disabled={isClosed}
        onChange={(allowed) => update({ namespaces: allowed === null ? null : [...allowed] })}
      />
      <h3 className="mt-6 font-medium">{text.token}</h3>
      <TokenFacts grant={grant} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={KeyRound} disabled={isBusy} onClick={rotate}>
          {isRevoked ? text.allowAgain : text.rotate}
        </Button>
        {!isRevoked && (
          <Button variant="danger" disabled={isBusy} onClick={() => setAsking(true)}>
            {text.revoke}
          </Button>
        )}
      </div>
      <p className="mt-1.5 text-sm text-ink-faint">{isRevoked ? text.allowAgainHint : text.rotateHint}</p>
      <ConfirmDialog
        open={isAsking}
        title={text.confirm.title(title)}
        description={text.confirm.text}
        action={text.confirm.action}
        onConfirm={revoke}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly hint: string;
  readonly children: ReactNode;
}

function Choice({ label, hint, children }: ChoiceProps) {
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p aria-hidden>{label}</p>
        <p className="text-sm text-ink-faint">{hint}</p>
      </div>
      {children}
    </div>
  );
}

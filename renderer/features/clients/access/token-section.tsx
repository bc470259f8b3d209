import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { ClientGrant } from "../../../../electron/ipc/contract.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import type { Text } from "../../../text/en.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ExpiryField } from "../expiry/expiry-field.tsx";
import { IssuedTokenBlock } from "../tokens/issued-token-block.tsx";
import { useNow } from "../use-now.ts";
import { RefreshFiles } from "../write/refresh-files.tsx";
import { TokenFacts } from "./token-facts.tsx";
import type { GrantChanges } from "./use-grant.ts";

interface TokenSectionProps {
  readonly grant: ClientGrant;
  readonly title: string;
  /** Whether it is a client of the catalogue: its token stands in its configuration. Else the owner keeps it. */
  readonly isKnown: boolean;
  readonly changes: GrantChanges;
}

/** The token itself: until when it serves, the next one, and its end. */
export function TokenSection({ grant, title, isKnown, changes }: TokenSectionProps) {
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
      {issued !== null && !isKnown && <IssuedTokenBlock token={issued} />}
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

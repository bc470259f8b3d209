import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { Text } from "../../../../electron/text/en.ts";
import type { ClientGrant } from "../../../../electron/window-api/contract.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { RelativeTime, useNow } from "../../../ui/relative-time.tsx";
import { RefreshFiles } from "../write/refresh-files.tsx";
import { ExpiryField } from "./expiry-field.tsx";
import { IssuedToken } from "./issued-token.tsx";
import type { GrantChanges } from "./use-grant.ts";

interface TokenSectionProps {
  readonly grant: ClientGrant;
  readonly title: string;
  /** True for a supported client, whose token is in its configuration; false for a token that the owner created. */
  readonly isKnown: boolean;
  readonly changes: GrantChanges;
}

/** The token: its expiry, rotation and revocation. */
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
  const facts = [
    [text.created, grant.createdAt],
    [text.lastUsed, grant.lastUsedAt],
  ] as const;
  return (
    <>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        {facts.map(([label, at]) => (
          <div key={label} className="contents">
            <dt className="text-ink-faint">{label}</dt>
            <dd>{at === null ? text.never : <RelativeTime at={at} form="long" />}</dd>
          </div>
        ))}
      </dl>
      {grant.rotating && <p className="mt-1 text-sm text-ink-soft">{text.rotating}</p>}
    </>
  );
}

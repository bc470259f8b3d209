import type { BrowserSession } from "../../../electron/window-api/contract.ts";
import { useBridge, useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { SettingGroup } from "../../ui/setting.tsx";
import { InlineError } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";

const REFETCH_INTERVAL_MS = 20_000;

/** The signed-in tabs, each with a button to sign it out. The desktop application has none. */
export function BrowserSessionSettings() {
  const bridge = useBridge();
  const text = useText().settings.browserSessions;
  const isBrowser = bridge.host === "browser";
  const sessions = useBridgeQuery(
    "browserSessions.list",
    {},
    { enabled: isBrowser, refetchInterval: REFETCH_INTERVAL_MS },
  );
  const signOut = useBridgeMutation("browserSessions.signOut", { stores: ["browserSessions.list", {}] });
  if (!isBrowser) return null;
  return (
    <SettingGroup title={text.title}>
      <p className="text-sm text-ink-faint">{text.hint}</p>
      <InlineError error={sessions.error} onRetry={() => void sessions.refetch()} />
      <ul className="flex flex-col divide-y divide-line">
        {sessions.data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isThis={session.id === bridge.sessionId()}
            disabled={signOut.isPending}
            onSignOut={() => signOut.mutate({ id: session.id })}
          />
        ))}
      </ul>
      {sessions.data !== undefined && sessions.data.length > 1 && (
        <div>
          <Button size="small" disabled={signOut.isPending} onClick={() => signOut.mutate({ id: null })}>
            {text.signOutAll}
          </Button>
        </div>
      )}
      <InlineError error={signOut.error} />
    </SettingGroup>
  );
}

interface SessionRowProps {
  readonly session: BrowserSession;
  readonly isThis: boolean;
  readonly disabled: boolean;
  readonly onSignOut: () => void;
}

function SessionRow({ session: { createdAt, lastUsedAt }, isThis, disabled, onSignOut }: SessionRowProps) {
  const text = useText().settings.browserSessions;
  const name = isThis ? text.thisTab : text.otherTab;
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-1.5">
      <span className={isThis ? "w-30 font-medium" : "w-30"}>{name}</span>
      <span className="min-w-0 flex-1 text-ink-soft">
        {text.since} <RelativeTime at={createdAt} form="long" />
        {!isThis && (
          <>
            {" · "}
            {text.used} <RelativeTime at={lastUsedAt} form="long" />
          </>
        )}
      </span>
      <Button
        size="small"
        disabled={disabled}
        aria-label={text.signOutOf(name, new Date(createdAt).toLocaleString())}
        onClick={onSignOut}
      >
        {text.signOut}
      </Button>
    </li>
  );
}

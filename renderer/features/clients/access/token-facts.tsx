import type { ClientGrant } from "../../../../electron/ipc/contract.ts";
import { useText } from "../../../text/use-text.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";

/** When a token was made and last used. */
export function TokenFacts({ grant }: { readonly grant: ClientGrant }) {
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

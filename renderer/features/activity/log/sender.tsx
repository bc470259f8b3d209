import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";

interface SenderProps {
  readonly row: RequestSummary;
}

/** The client's name; for a refused request the name it claims, in quotes. */
export function Sender({ row: { client, refusal } }: SenderProps) {
  const text = useText().activity;
  if (client !== null) return client.name;
  if (refusal === null || refusal.claimed === null) return <span className="text-ink-faint">{text.unknownClient}</span>;
  return (
    <span className="text-ink-faint" title={text.refusal.claimedLong(refusal.claimed)}>
      {text.refusal.claimed(refusal.claimed)}
    </span>
  );
}

import { useMemo } from "react";
import { isInjection } from "../../../../electron/core/request-filter.ts";
import type { RequestDetail } from "../../../../electron/core/request-log.ts";
import { isRecord } from "../../../../electron/core/util/is-record.ts";
import { useText } from "../../../text/use-text.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { readBody } from "./message-body.ts";
import { Section } from "./section.tsx";

/** The text that a hook added to a conversation, as the assistant reads it, with its tokens. */
export function AddedText({ detail }: { readonly detail: RequestDetail }) {
  const text = useText().activity;
  const added = useMemo(() => (isInjection(detail) ? textIn(detail.responseBody) : null), [detail]);
  if (added === null) return null;
  return (
    <Section
      name={text.detail.added}
      note={text.tokens(detail.tokensOut)}
      actions={<CopyButton size="small" variant="quiet" value={added} />}
    >
      <pre className="px-4 pb-3 text-sm break-words whitespace-pre-wrap" dir="auto">
        {added}
      </pre>
    </Section>
  );
}

/** Null if the body was truncated or dropped. */
function textIn(body: string | null): string | null {
  const read = readBody(body);
  if (read.kind !== "json" || !isRecord(read.value)) return null;
  const { text } = read.value;
  return typeof text === "string" ? text : null;
}

import { useMemo, useState } from "react";
import { useText } from "../../../text/use-text.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { formatBytes } from "../log/bytes.ts";
import { JsonTree } from "./json-tree-view.tsx";
import { MarkedText } from "./marked-text.tsx";
import { type MessageBody, readBody } from "./message-body.ts";
import { Section } from "./section.tsx";

interface BodySectionProps {
  readonly name: string;
  readonly body: string | null;
  /** On the wire, before anything was cut or taken out. */
  readonly bytes: number;
  /** What to say where there is none. */
  readonly missing: string;
  /** Marked in the body, which is shown as text then. */
  readonly find: string;
}

/** A body as a tree where it is JSON, and always as the text it was. */
export function BodySection({ name, body, bytes, missing, find }: BodySectionProps) {
  const text = useText().activity;
  const read = useMemo(() => readBody(body), [body]);
  const [view, setView] = useState<"tree" | "raw">("tree");
  if (read.kind === "none" || body === null) {
    return (
      <Section name={name}>
        <p className="px-4 pb-3 text-ink-faint">{missing}</p>
      </Section>
    );
  }
  const root = treeRoot(read);
  return (
    <Section
      name={name}
      note={`${formatBytes(bytes)}${read.kind === "stream" ? ` · ${text.detail.stream(read.values.length)}` : ""}`}
      actions={
        <>
          {root !== undefined && find === "" && (
            <Segmented
              label={`${name}: ${text.detail.view}`}
              options={[
                { value: "tree", label: text.detail.tree },
                { value: "raw", label: text.detail.raw },
              ]}
              value={view}
              onChange={setView}
            />
          )}
          <CopyButton size="small" variant="quiet" value={body} />
        </>
      }
    >
      {root !== undefined && view === "tree" && find === "" ? (
        <JsonTree label={text.tree.label(name)} root={root} />
      ) : (
        <pre className="px-4 pb-3 font-mono text-sm break-all whitespace-pre-wrap">
          <MarkedText
            text={read.kind === "json" && view === "tree" ? JSON.stringify(read.value, null, 2) : body}
            find={find}
          />
        </pre>
      )}
    </Section>
  );
}

/** What the tree shows; undefined where there is no tree. One event alone needs no list around it. */
function treeRoot(body: MessageBody): unknown {
  if (body.kind === "json") {
    return body.value;
  }
  if (body.kind === "stream") {
    return body.values.length === 1 ? body.values[0] : body.values;
  }
  return undefined;
}

import { useMemo, useState } from "react";
import { useText } from "../../../text/use-text.ts";
import { formatBytes } from "../../../ui/bytes.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { MarkedText } from "./find.tsx";
import { JsonTree } from "./json-tree-view.tsx";
import { type MessageBody, readBody } from "./message-body.ts";
import { Section } from "./section.tsx";

interface BodySectionProps {
  readonly name: string;
  readonly body: string | null;
  /** Size on the wire, before truncation and redaction. */
  readonly bytes: number;
  /** Shown instead of a missing body. */
  readonly missing: string;
  /** Text to mark; the body is then shown as text. */
  readonly find: string;
}

/** A body as a tree, if it is JSON, or as text. */
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

/** The root of the tree; undefined if the body is not JSON. A single event is shown without a list around it. */
function treeRoot(body: MessageBody): unknown {
  if (body.kind === "json") return body.value;
  if (body.kind === "stream") return body.values.length === 1 ? body.values[0] : body.values;
  return undefined;
}

import clsx from "clsx";
import { useState } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { ServerCall } from "../../../../electron/core/servers.ts";
import { isRecord } from "../../../../electron/core/util/is-record.ts";
import { useText } from "../../../text/use-text.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { JsonTree } from "../../activity/detail/json-tree-view.tsx";
import { formatDuration } from "../../activity/log/format.ts";

/** Types that a browser shows; an SVG image is excluded, because it can refer to other addresses. */
const IMAGE_TYPE = /^image\/(?:png|jpeg|gif|webp)$/;

/** The result of a call: its contents as text, tree or image, or everything as JSON. */
export function CallResult({ call: { result, durationMs } }: { readonly call: ServerCall }) {
  const words = useText().servers.trying;
  const [view, setView] = useState<"formatted" | "raw">("formatted");
  const json = JSON.stringify(result, null, 2) ?? "";
  const isError = isRecord(result) && result.isError === true;
  return (
    <section aria-label={words.result} className="mt-4">
      <div className="flex min-h-7 flex-wrap items-center gap-2">
        <h4 role="status" className={clsx("min-w-0 flex-1", isError ? "font-medium text-bad-text" : "text-ink-soft")}>
          {isError ? words.failed : words.result} {words.took(formatDuration(durationMs))}
        </h4>
        <Segmented
          label={words.view}
          value={view}
          options={[
            { value: "formatted", label: words.formatted },
            { value: "raw", label: words.raw },
          ]}
          onChange={setView}
        />
        <CopyButton size="small" variant="quiet" value={json} />
      </div>
      <div className="mt-1.5 flex flex-col gap-2">
        {view === "raw" ? <Code text={json} /> : <Formatted result={result} />}
      </div>
    </section>
  );
}

function Formatted({ result }: { readonly result: unknown }) {
  const words = useText().servers.trying;
  if (!isRecord(result) || !Array.isArray(result.content)) return <Tree name={words.result} value={result} />;
  const { content, structuredContent } = result;
  if (content.length === 0 && structuredContent === undefined) return <p className="text-ink-faint">{words.nothing}</p>;
  return (
    <>
      {content.map((block: unknown, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a content has no identity but its place
        <Content key={index} name={words.content(index + 1)} block={block} />
      ))}
      {structuredContent !== undefined && (
        <div>
          <h5 className="mb-1 text-sm text-ink-faint">{words.structured}</h5>
          <Tree name={words.structured} value={structuredContent} />
        </div>
      )}
    </>
  );
}

function Content({ name, block }: { readonly name: string; readonly block: unknown }) {
  const words = useText().servers.trying;
  if (isRecord(block) && block.type === "text" && typeof block.text === "string") {
    const json = parsedStructure(block.text);
    return json === undefined ? <Code text={block.text} /> : <Tree name={name} value={json} />;
  }
  if (isRecord(block) && block.type === "image" && typeof block.data === "string" && isImage(block.mimeType)) {
    const source = `data:${block.mimeType};base64,${block.data}`;
    return <img src={source} alt={words.image(block.mimeType)} className="max-h-80 max-w-full self-start rounded-md" />;
  }
  return <Tree name={name} value={block} />;
}

function Code({ text }: { readonly text: string }) {
  return (
    <pre
      className="max-h-120 overflow-auto rounded-md bg-sunken p-3 font-mono text-sm break-words whitespace-pre-wrap"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that it must be reachable by keyboard
      tabIndex={0}
      dir="auto"
      data-selectable
    >
      {markHidden(text)}
    </pre>
  );
}

function Tree({ name, value }: { readonly name: string; readonly value: unknown }) {
  const words = useText().servers.trying;
  return (
    <div className="rounded-md bg-sunken py-2">
      <JsonTree label={words.treeOf(name)} root={value} />
    </div>
  );
}

const isImage = (type: unknown): type is string => typeof type === "string" && IMAGE_TYPE.test(type);

/** The object or list in a text of JSON; undefined if it is another text. */
function parsedStructure(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

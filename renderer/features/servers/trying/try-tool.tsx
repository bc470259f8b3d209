import { useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Play } from "lucide-react";
import { useMemo, useState } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { ServerCall, ServerSummary, ServerTool } from "../../../../electron/core/servers.ts";
import { isRecord } from "../../../../electron/core/util/is-record.ts";
import type { Text } from "../../../../electron/text/en.ts";
import { useCancellable } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button, CopyButton } from "../../../ui/button.tsx";
import { Segmented } from "../../../ui/choice.tsx";
import { Field, Form, TextArea, TextField } from "../../../ui/field.tsx";
import { matchesKeys } from "../../../ui/keys.tsx";
import { optionsOf, Select } from "../../../ui/select.tsx";
import { InlineError } from "../../../ui/states.tsx";
import { useSeconds } from "../../../ui/time.tsx";
import { JsonTree } from "../../activity/detail/json-tree-view.tsx";
import { formatDuration } from "../../activity/log/format.ts";
import { ALL_ARGUMENTS, type FieldProblem, fieldsOf, readArguments, type SchemaField } from "./schema-fields.ts";

interface TryToolProps {
  readonly server: Pick<ServerSummary, "id">;
  readonly tool: ServerTool;
}

/** A form that calls a tool, and the result. */
export function TryTool({ server: { id }, tool }: TryToolProps) {
  const { common, servers } = useText();
  const words = servers.trying;
  const cache = useQueryClient();
  const fields = useMemo(() => fieldsOf(tool.inputSchema), [tool.inputSchema]);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({});
  const call = useCancellable("servers.call", {
    onSettled: () => void cache.invalidateQueries({ queryKey: ["servers.list"] }),
  });
  const isCallable = tool.state === "approved" && tool.enabled;
  const submit = () => {
    if (call.isPending || !isCallable) return;
    const read = readArguments(fields, texts);
    setProblems("problems" in read ? read.problems : {});
    if ("values" in read) call.run({ id, tool: tool.name, arguments: { ...read.values } });
  };
  return (
    <section aria-label={words.title} className="mt-5">
      <h3 className="font-medium">{words.title}</h3>
      <p className="text-sm text-ink-faint">
        {isCallable ? words.what : tool.state === "approved" ? words.off : words.notApproved}
      </p>
      <Form
        className="mt-2 flex flex-col gap-3"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (!matchesKeys(event.nativeEvent, "mod+enter")) return;
          event.preventDefault();
          submit();
        }}
      >
        {fields.length === 0 && <p className="text-ink-soft">{words.noArguments}</p>}
        {fields.map((field) => (
          <SchemaInput
            key={field.name}
            field={field}
            text={texts[field.name] ?? field.initial}
            problem={problems[field.name] ?? null}
            onChange={(text) => {
              setTexts((current) => ({ ...current, [field.name]: text }));
              setProblems(({ [field.name]: _, ...others }) => others);
            }}
          />
        ))}
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" icon={Play} keys="mod+enter" disabled={!isCallable || call.isPending}>
            {words.call}
          </Button>
          {call.isPending && (
            <>
              <Button onClick={call.cancel}>{common.cancel}</Button>
              <Running />
            </>
          )}
        </div>
      </Form>
      {call.wasCancelled && (
        <p role="status" className="mt-3 text-ink-soft">
          {words.cancelled}
        </p>
      )}
      <InlineError error={call.error} className="mt-3" />
      {call.data !== undefined && <CallResult call={call.data} />}
    </section>
  );
}

function Running() {
  const words = useText().servers.trying;
  return <span className="text-ink-soft">{words.running(useSeconds())}</span>;
}

interface SchemaInputProps {
  readonly field: SchemaField;
  readonly text: string;
  readonly problem: FieldProblem | null;
  readonly onChange: (text: string) => void;
}

function SchemaInput({ field, text, problem, onChange }: SchemaInputProps) {
  const words = useText().servers.trying;
  const { name, description, required, control } = field;
  const title = name === ALL_ARGUMENTS ? words.all : markHidden(name);
  const label = required && name !== ALL_ARGUMENTS ? `${title} · ${words.required}` : title;
  const hint = description === "" ? undefined : markHidden(description);
  const error = problem === null ? null : problemText(problem, words);
  if (control.kind === "choice") {
    const options = control.options.map((option, index) => ({ value: String(index), label: markHidden(option.label) }));
    const unset = { value: "", label: words.unset };
    return (
      <div className="flex min-w-0 flex-col items-start gap-1">
        <span className="text-sm text-ink-soft" aria-hidden>
          {label}
        </span>
        <Select
          label={label}
          value={text}
          options={required && text !== "" ? options : [unset, ...options]}
          className="max-w-full min-w-32"
          onChange={onChange}
        />
        {error !== null && (
          <span role="alert" className="text-sm text-bad-text">
            {error}
          </span>
        )}
        {error === null && hint !== undefined && <span className="text-sm text-ink-faint">{hint}</span>}
      </div>
    );
  }
  const isJson = control.kind === "json";
  const shown = isJson && name !== ALL_ARGUMENTS ? `${label} · ${words.json}` : label;
  if (control.kind === "number") {
    const input = { value: text, inputMode: "decimal", inputClassName: "max-w-40", onChange } as const;
    return <TextField label={shown} hint={hint} error={error} {...input} />;
  }
  return (
    <Field label={shown} hint={hint} error={error}>
      <TextArea
        rows={isJson ? 3 : Math.min(8, text.split("\n").length)}
        value={text}
        className={isJson ? "font-mono text-sm" : undefined}
        onValueChange={onChange}
      />
    </Field>
  );
}

function problemText(problem: FieldProblem, words: Text["servers"]["trying"]): string {
  const { problems } = words;
  return "value" in problem ? problems[problem.kind](problem.value) : problems[problem.kind];
}

/** Types that a browser shows; an SVG image is excluded, because it can refer to other addresses. */
const IMAGE_TYPE = /^image\/(?:png|jpeg|gif|webp)$/;

/** The result of a call: its contents as text, tree or image, or everything as JSON. */
function CallResult({ call: { result, durationMs } }: { readonly call: ServerCall }) {
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
          options={optionsOf({ formatted: words.formatted, raw: words.raw })}
          onChange={setView}
        />
        <CopyButton size="small" variant="quiet" value={json} />
      </div>
      <div className="mt-1.5 flex flex-col gap-2">
        {view === "raw" ? <Output text={json} /> : <Formatted result={result} />}
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a content block has no identity but its position
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
    return json === undefined ? <Output text={block.text} /> : <Tree name={name} value={json} />;
  }
  if (isRecord(block) && block.type === "image" && typeof block.data === "string" && isImage(block.mimeType)) {
    const source = `data:${block.mimeType};base64,${block.data}`;
    return <img src={source} alt={words.image(block.mimeType)} className="max-h-80 max-w-full self-start rounded-md" />;
  }
  return <Tree name={name} value={block} />;
}

function Output({ text }: { readonly text: string }) {
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

/** The object or list in a JSON text; undefined for any other text. */
function parsedStructure(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

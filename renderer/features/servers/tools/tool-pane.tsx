import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { ServerSummary, ServerTool, ToolFinding } from "../../../../electron/core/servers.ts";
import type { Text } from "../../../../electron/text/en.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { Pane } from "../../../ui/pane.tsx";
import { EmptyState, Loaded } from "../../../ui/states.tsx";
import { Difference } from "../../memories/reading/difference.tsx";
import { TryTool } from "../trying/try-tool.tsx";
import { type ToolActions, ToolControl, ToolMarks, useToolActions, useTools } from "./tool-list.tsx";

/** A tool: its description as a model reads it, findings for the owner, and a form that calls it. */
export function ToolPane({ server, name }: { readonly server: ServerSummary; readonly name: string }) {
  const text = useText().servers;
  const { navigate } = useNavigation();
  const tools = useTools(server.id);
  const actions = useToolActions(server.id);
  const back = () => navigate({ place: "servers", path: [server.id] }, { replace: true });
  return (
    <Pane title={`${server.name} › ${markHidden(name)}`} onClose={back}>
      <Loaded query={tools} shape="lines" rows={6}>
        {(all) => {
          const tool = all.find((one) => one.name === name);
          if (tool !== undefined) return <Tool server={server} tool={tool} actions={actions} />;
          return (
            <EmptyState
              title={text.tool.state.missing}
              actions={<Button onClick={back}>{text.open(server.name)}</Button>}
            />
          );
        }}
      </Loaded>
    </Pane>
  );
}

interface ToolProps {
  readonly server: ServerSummary;
  readonly tool: ServerTool;
  readonly actions: ToolActions;
}

function Tool({ server, tool, actions }: ToolProps) {
  const words = useText().servers.tool;
  const { title, description, state, inputSchema, outputSchema } = tool;
  return (
    <>
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1">
          {title !== null && <p className="truncate">{markHidden(title)}</p>}
          <ToolMarks tool={tool} />
        </div>
        <span className="flex items-center gap-2 text-ink-soft">
          {state === "approved" && <span aria-hidden>{words.offered}</span>}
          <ToolControl tool={tool} actions={actions} variant={state === "missing" ? "secondary" : "primary"} />
        </span>
      </div>
      <Findings tool={tool} />
      <Differences tool={tool} />
      <Part title={words.description}>
        <p className="rounded-md bg-sunken p-3 break-words whitespace-pre-wrap" dir="auto" data-selectable>
          {markHidden(description) || <span className="text-ink-faint">{words.noDescription}</span>}
        </p>
      </Part>
      <Part title={words.hints.title}>
        <p className="text-ink-soft">
          {hintsOf(tool, words)} <span className="text-ink-faint">{words.hints.unchecked}</span>
        </p>
      </Part>
      {state !== "missing" && <TryTool server={server} tool={tool} />}
      <Disclosure summary={words.schema} className="mt-5">
        <Schema value={inputSchema} />
      </Disclosure>
      {outputSchema !== null && (
        <Disclosure summary={words.outputSchema} className="mt-2">
          <Schema value={outputSchema} />
        </Disclosure>
      )}
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-4">
      <h3 className="mb-1 text-sm text-ink-faint">{title}</h3>
      {children}
    </section>
  );
}

function hintsOf({ hints }: ServerTool, words: Text["servers"]["tool"]): string {
  if (hints.readOnly) return words.hints.readOnly;
  return hints.destructive ? words.hints.destructive : words.hints.none;
}

/** Findings to check before a tool is approved. */
function Findings({ tool: { findings } }: { readonly tool: ServerTool }) {
  const words = useText().servers.tool.findings;
  if (findings.length === 0) return null;
  return (
    <section aria-label={words.title} className="mt-3 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
      <h3 className="flex items-center gap-1.5 font-medium">
        <TriangleAlert size={14} aria-hidden />
        {words.title}
      </h3>
      <ul className="mt-1 flex flex-col gap-1">
        {findings.map((finding) => (
          <li key={finding.kind} className="wrap-anywhere">
            {findingText(finding, words)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function findingText(finding: ToolFinding, words: Text["servers"]["tool"]["findings"]): string {
  switch (finding.kind) {
    case "hidden":
      return words.hidden(finding.count);
    case "instruction":
      return words.instruction(markHidden(finding.excerpt));
    case "contradiction":
      return words.contradiction(finding.hints.join(", "));
    case "lookalike":
      return words.lookalike(finding.name);
  }
}

/** The changes since the approval, field by field. */
function Differences({ tool: { differences, state } }: { readonly tool: ServerTool }) {
  const words = useText().servers.tool;
  if (state !== "changed") return null;
  return (
    <section aria-label={words.differences.title} className="mt-4">
      <h3 className="font-medium">{words.differences.title}</h3>
      <p className="text-ink-soft">{words.differences.text}</p>
      {differences.map(({ field, before, after }) => (
        <div key={field} className="mt-2">
          <h4 className="mb-1 text-sm text-ink-faint">{fieldName(field, words)}</h4>
          <Difference before={before ?? ""} after={after ?? ""} />
        </div>
      ))}
    </section>
  );
}

function fieldName(field: string, words: Text["servers"]["tool"]): string {
  return (words.fields as Readonly<Record<string, string>>)[field] ?? field;
}

function Schema({ value }: { readonly value: Readonly<Record<string, unknown>> }) {
  return (
    <pre className="mt-1.5 max-h-80 overflow-auto rounded-md bg-sunken p-3 font-mono text-sm" data-selectable>
      {markHidden(JSON.stringify(value, null, 2))}
    </pre>
  );
}

import { SearchX, TriangleAlert, Wrench } from "lucide-react";
import { useState } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { ServerSummary, ServerTool } from "../../../../electron/core/servers.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { moveFocus } from "../../../ui/move-focus.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { type ToolActions, useToolActions, useTools, waitsForApproval } from "./use-tools.ts";

/** With more tools than this, a list has a filter. */
const MAX_UNFILTERED = 15;

/** The tools of a server with their switches. A row opens the tool. */
export function ToolsPart({ server: { id, identity } }: { readonly server: ServerSummary }) {
  const { signIn, tool: words } = useText().servers;
  const tools = useTools(id);
  const actions = useToolActions(id);
  const [filter, setFilter] = useState("");
  if (tools.data === undefined) {
    return tools.isError ? (
      <ErrorState error={tools.error} inline onRetry={() => void tools.refetch()} />
    ) : (
      <Skeleton rows={4} />
    );
  }
  if (tools.data.length === 0) {
    return identity === null ? (
      <EmptyState icon={Wrench} title={signIn.unread} text={signIn.unreadText} />
    ) : (
      <EmptyState icon={Wrench} title={words.none} text={words.noneText} />
    );
  }
  const waiting = tools.data.filter(waitsForApproval);
  const shown = tools.data.filter((tool) => matches(tool, filter));
  const harmless = waiting.filter(({ findings }) => findings.length === 0).map(({ name }) => name);
  return (
    <>
      {waiting.length > 0 && (
        <div className="mb-2 flex flex-wrap items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
          <TriangleAlert size={14} className="shrink-0" aria-hidden />
          <span className="min-w-0 flex-1">{words.waiting(waiting.length)}</span>
          {harmless.length > 1 && (
            <Button size="small" disabled={actions.isBusy} onClick={() => actions.approve(harmless)}>
              {words.approveAll(harmless.length)}
            </Button>
          )}
        </div>
      )}
      {tools.data.length > MAX_UNFILTERED && (
        <Field label={words.filter} hideLabel className="mb-3">
          <TextInput
            type="search"
            value={filter}
            placeholder={words.filter}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setFilter(event.target.value)}
          />
        </Field>
      )}
      {shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={words.noMatch}
          actions={<Button onClick={() => setFilter("")}>{words.showAll}</Button>}
        />
      ) : (
        <ul aria-label={words.list} className="border-t border-line" onKeyDown={moveFocus}>
          {shown.map((tool) => (
            <ToolRow key={tool.name} server={id} tool={tool} actions={actions} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Whether a tool has every word of the filter in its names or description. */
function matches({ name, title, description }: ServerTool, filter: string): boolean {
  const text = `${name} ${title ?? ""} ${description}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface ToolRowProps {
  /** The server's id. */
  readonly server: string;
  readonly tool: ServerTool;
  readonly actions: ToolActions;
}

function ToolRow({ server, tool, actions }: ToolRowProps) {
  const words = useText().servers.tool;
  const { navigate } = useNavigation();
  const { name, state, enabled, description, findings } = tool;
  const shown = markHidden(name);
  return (
    <li className="flex items-center gap-2 border-b border-line pr-1">
      <button
        type="button"
        data-row
        title={words.open(shown)}
        onClick={() => navigate({ place: "servers", path: [server, "tools", name] })}
        className="focus-inset min-w-0 flex-1 rounded-md px-1 py-2 text-left hover:bg-hover"
      >
        <span className="flex items-baseline gap-2">
          <span className="truncate font-mono text-sm font-medium">{shown}</span>
          <ToolMarks tool={tool} />
        </span>
        <span className="block truncate text-sm text-ink-faint" dir="auto">
          {markHidden(firstLine(description)) || words.noDescription}
        </span>
        {findings.length > 0 && state !== "approved" && (
          <span className="flex items-center gap-1 text-sm text-warn-text">
            <TriangleAlert size={12} className="shrink-0" aria-hidden />
            {words.findings.title}
          </span>
        )}
      </button>
      {state === "approved" ? (
        <Switch
          label={words.enabled(shown)}
          checked={enabled}
          disabled={actions.isBusy}
          onChange={(next) => actions.setEnabled(name, next)}
        />
      ) : (
        <Button
          size="small"
          aria-label={state === "missing" ? `${words.forget}: ${shown}` : words.approveOne(shown)}
          disabled={actions.isBusy}
          onClick={() => actions.approve([name])}
        >
          {state === "missing" ? words.forget : words.approve}
        </Button>
      )}
    </li>
  );
}

/** The state of a tool unless it is approved, and what the server says of it. */
export function ToolMarks({ tool: { name, exposedName, state, hints } }: { readonly tool: ServerTool }) {
  const words = useText().servers.tool;
  return (
    <span className="flex min-w-0 gap-2 text-sm whitespace-nowrap">
      {state !== "approved" && (
        <span className={state === "missing" ? "text-ink-faint" : "font-medium text-warn-text"}>
          {words.state[state]}
        </span>
      )}
      {hints.readOnly && <span className="text-ink-faint">{words.says.readOnly}</span>}
      {hints.destructive && <span className="text-ink-faint">{words.says.destructive}</span>}
      {exposedName !== null && exposedName !== name && (
        <span className="truncate text-ink-faint">{words.exposed(markHidden(exposedName))}</span>
      )}
    </span>
  );
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

import { SearchX, TriangleAlert, Wrench } from "lucide-react";
import { useState } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { ServerSummary, ServerTool } from "../../../../electron/core/servers.ts";
import { useAction, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useUndoable } from "../../../data/use-undoable.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { Switch } from "../../../ui/choice.tsx";
import { TextField } from "../../../ui/field.tsx";
import { moveFocus } from "../../../ui/list-row.tsx";
import { EmptyState, Loaded } from "../../../ui/states.tsx";

/** A longer list has a filter. */
const MAX_UNFILTERED = 15;

/** The tools of a server, with unapproved tools first. */
export function useTools(id: string) {
  return useBridgeQuery("servers.tools", { id }, { refetchOnMount: "always", select: waitingFirst });
}

export type ToolActions = ReturnType<typeof useToolActions>;

/** Approves the tools of a server and switches them on and off. */
export function useToolActions(id: string) {
  const change = { stores: ["servers.tools", { id }], refreshes: ["servers.list"] } as const;
  const { switched } = useText().common;
  const approve = useAction("servers.approve", change);
  const setEnabled = useUndoable("servers.setEnabled", {
    ...change,
    done: ({ names, enabled }) => switched(names.map((name) => markHidden(name)).join(", "), enabled),
    inverse: (input) => ({ ...input, enabled: !input.enabled }),
  });
  return {
    approve: (name: string) => approve.mutate({ id, names: [name] }),
    /** The server decides which: a tool can have changed since it was listed. */
    approveHarmless: () => approve.mutate({ id, names: null }),
    setEnabled: (name: string, enabled: boolean) => setEnabled.mutate({ id, names: [name], enabled }),
    isBusy: approve.isPending || setEnabled.isPending,
  };
}

/** Whether a tool is not offered to clients until the owner approves it. */
function waitsForApproval({ state }: ServerTool): boolean {
  return state === "new" || state === "changed";
}

function waitingFirst(tools: readonly ServerTool[]): readonly ServerTool[] {
  return [...tools.filter(waitsForApproval), ...tools.filter((tool) => !waitsForApproval(tool))];
}

/** The tools of a server with their switches. A row opens the tool. */
export function ToolList({ server: { id, identity } }: { readonly server: ServerSummary }) {
  const { signIn, tool: words } = useText().servers;
  const tools = useTools(id);
  return (
    <Loaded query={tools} inline rows={4}>
      {(all) =>
        all.length > 0 ? (
          <Tools id={id} tools={all} />
        ) : identity === null ? (
          <EmptyState icon={Wrench} title={signIn.unread} text={signIn.unreadText} />
        ) : (
          <EmptyState icon={Wrench} title={words.none} text={words.noneText} />
        )
      }
    </Loaded>
  );
}

function Tools({ id, tools }: { readonly id: string; readonly tools: readonly ServerTool[] }) {
  const words = useText().servers.tool;
  const actions = useToolActions(id);
  const [filter, setFilter] = useState("");
  const waiting = tools.filter(waitsForApproval);
  const shown = tools.filter((tool) => matches(tool, filter));
  const harmless = waiting.filter(({ findings }) => findings.length === 0);
  return (
    <>
      {waiting.length > 0 && (
        <div className="mb-2 flex flex-wrap items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
          <TriangleAlert size={14} className="shrink-0" aria-hidden />
          <span className="min-w-0 flex-1">{words.waiting(waiting.length)}</span>
          {harmless.length > 1 && (
            <Button size="small" disabled={actions.isBusy} onClick={actions.approveHarmless}>
              {words.approveAll(harmless.length)}
            </Button>
          )}
        </div>
      )}
      {tools.length > MAX_UNFILTERED && (
        <TextField
          label={words.filter}
          hideLabel
          className="mb-3"
          type="search"
          value={filter}
          placeholder={words.filter}
          spellCheck={false}
          onChange={setFilter}
        />
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

/** Whether the names and description of a tool contain every word of the filter. */
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
  const { name, state, description, findings } = tool;
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
      <ToolControl
        tool={tool}
        actions={actions}
        size="small"
        aria-label={state === "missing" ? `${words.forget}: ${shown}` : words.approveOne(shown)}
      />
    </li>
  );
}

interface ToolControlProps extends Pick<ButtonProps, "size" | "variant" | "aria-label"> {
  readonly tool: ServerTool;
  readonly actions: ToolActions;
}

/** The switch of an approved tool, or the button that approves or forgets it. */
export function ToolControl({ tool: { name, state, enabled }, actions, ...button }: ToolControlProps) {
  const words = useText().servers.tool;
  if (state === "approved") {
    return (
      <Switch
        label={words.enabled(markHidden(name))}
        checked={enabled}
        disabled={actions.isBusy}
        onChange={(next) => actions.setEnabled(name, next)}
      />
    );
  }
  return (
    <Button disabled={actions.isBusy} onClick={() => actions.approve(name)} {...button}>
      {state === "missing" ? words.forget : words.approve}
    </Button>
  );
}

/** The state of a tool unless it is approved, and the server's hints about it. */
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

import type { ServerGrant } from "../../../../electron/core/caller.ts";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { ServerSummary } from "../../../../electron/core/servers.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { CheckField, SwitchField, toggled } from "../../../ui/choice.tsx";
import { Select } from "../../../ui/select.tsx";
import { InlineError } from "../../../ui/states.tsx";

const LEVELS = ["none", "read-only", "chosen", "all"] as const;
type Level = (typeof LEVELS)[number];

interface ServerAccessProps {
  /** The client's current grants. */
  readonly granted: readonly ServerGrant[];
  /** Whether its list contains every tool, regardless of their number. */
  readonly listAllTools: boolean;
  readonly disabled: boolean;
  readonly onChange: (granted: NonNullable<MethodInput<"clients.updateGrant">["servers"]>) => void;
  readonly onListAllTools: (listAllTools: boolean) => void;
}

/** A client's access to other MCP servers; nothing without a server. */
export function ServerAccess({ granted, listAllTools, disabled, onChange, onListAllTools }: ServerAccessProps) {
  const text = useText().servers.access;
  const servers = useBridgeQuery("servers.list", {}, { refetchOnMount: "always" });
  if (servers.isError && servers.data === undefined) {
    return <InlineError error={servers.error} className="mt-5" onRetry={() => void servers.refetch()} />;
  }
  const all = servers.data ?? [];
  if (all.length === 0) return null;
  // A grant of a removed server would be refused.
  const known = granted.filter(({ server }) => all.some(({ id }) => id === server));
  const set = (id: string, tools: ServerGrant["tools"] | null) => {
    const others = known.filter(({ server }) => server !== id);
    const next = tools === null ? others : [...others, { server: id, tools }];
    onChange(
      next.map((grant) => ({ ...grant, tools: typeof grant.tools === "string" ? grant.tools : [...grant.tools] })),
    );
  };
  return (
    <section className="mt-5" aria-label={text.title}>
      <h3 className="font-medium">{text.title}</h3>
      <p className="text-sm text-ink-faint">{text.hint}</p>
      <ul className="mt-1.5 flex flex-col gap-2">
        {all.map((server) => (
          <ServerLevel
            key={server.id}
            server={server}
            tools={known.find((grant) => grant.server === server.id)?.tools ?? null}
            disabled={disabled}
            onChange={(tools) => set(server.id, tools)}
          />
        ))}
      </ul>
      {(known.length > 0 || listAllTools) && (
        <div className="mt-3">
          <SwitchField
            label={text.listAll}
            hint={text.listAllHint}
            checked={listAllTools}
            disabled={disabled}
            onChange={onListAllTools}
          />
        </div>
      )}
    </section>
  );
}

interface ServerLevelProps {
  readonly server: ServerSummary;
  /** Null without access. */
  readonly tools: ServerGrant["tools"] | null;
  readonly disabled: boolean;
  readonly onChange: (tools: ServerGrant["tools"] | null) => void;
}

function ServerLevel({ server: { id, name }, tools, disabled, onChange }: ServerLevelProps) {
  const text = useText().servers.access;
  const level: Level = tools === null ? "none" : typeof tools === "string" ? tools : "chosen";
  const choose = (next: Level) => {
    if (next !== level) onChange(next === "none" ? null : next === "chosen" ? [] : next);
  };
  return (
    <li>
      <fieldset disabled={disabled} className="flex items-center gap-3 disabled:opacity-45">
        <span className="min-w-0 flex-1 truncate" aria-hidden>
          {name}
        </span>
        <Select
          label={text.of(name)}
          value={level}
          options={LEVELS.map((value) => ({ value, label: text.levels[value] }))}
          onChange={choose}
        />
      </fieldset>
      {level === "read-only" && <p className="mt-1 text-sm text-ink-faint">{text.readOnlyHint}</p>}
      {typeof tools === "object" && tools !== null && (
        <ChosenTools id={id} name={name} chosen={tools} disabled={disabled} onChange={onChange} />
      )}
    </li>
  );
}

interface ChosenToolsProps {
  readonly id: string;
  readonly name: string;
  readonly chosen: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (tools: readonly string[]) => void;
}

/** The approved tools of a server, each with a checkbox. */
function ChosenTools({ id, name, chosen, disabled, onChange }: ChosenToolsProps) {
  const text = useText().servers;
  const tools = useBridgeQuery("servers.tools", { id }, { refetchOnMount: "always" });
  if (tools.isError) return <InlineError error={tools.error} onRetry={() => void tools.refetch()} />;
  if (tools.data === undefined) return null;
  // A chosen tool stays listed after it loses its approval, so that it can be withdrawn.
  const listed = tools.data.filter((tool) => tool.state === "approved" || chosen.includes(tool.name));
  return (
    <fieldset disabled={disabled} className="mt-1 rounded-md bg-sunken px-3 py-2 disabled:opacity-45">
      <legend className="sr-only">{text.access.chosenTools(name)}</legend>
      {listed.length === 0 && <p className="text-ink-faint">{text.access.noTools}</p>}
      {listed.map(({ name: tool, hints }) => (
        <CheckField
          key={tool}
          layout="flex min-h-6 items-center gap-2"
          checked={chosen.includes(tool)}
          onChange={() => onChange([...toggled(new Set(chosen), tool)])}
        >
          <span className="truncate font-mono text-sm">{markHidden(tool)}</span>
          {hints.readOnly && <span className="text-sm text-ink-faint">{text.tool.says.readOnly}</span>}
          {hints.destructive && <span className="text-sm text-ink-faint">{text.tool.says.destructive}</span>}
        </CheckField>
      ))}
    </fieldset>
  );
}

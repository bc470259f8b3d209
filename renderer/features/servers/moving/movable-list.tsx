import clsx from "clsx";
import { KeyRound } from "lucide-react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { MovableServer, ServerMoveProgress } from "../../../../electron/core/server-moves.ts";
import { useText } from "../../../text/use-text.ts";
import { Field, TextInput } from "../../../ui/field.tsx";
import { useNoteText } from "../../clients/note-text.ts";

/** The progress of each server by its name in the file. */
export type MoveStates = Readonly<Record<string, ServerMoveProgress["state"]>>;

interface MovableListProps {
  readonly servers: readonly MovableServer[];
  /** The names of the servers that are moved. */
  readonly chosen: readonly string[];
  readonly states: MoveStates;
  /** The values that the owner entered. */
  readonly variables: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onChosen: (names: readonly string[]) => void;
  readonly onVariables: (variables: Readonly<Record<string, string>>) => void;
}

/** The servers in a client's file, each with a check mark, or with the reason why it cannot be moved. */
export function MovableList({ servers, chosen, states, variables, disabled, onChosen, onVariables }: MovableListProps) {
  const words = useText().servers.moving;
  const needed = [...new Set([...Object.keys(variables), ...servers.flatMap(({ needs }) => needs)])];
  if (servers.length === 0) return <p className="text-ink-soft">{words.noServers}</p>;
  return (
    <>
      <ul aria-label={words.list} className="rounded-md shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border">
        {servers.map((server) => (
          <MovableRow
            key={server.name}
            server={server}
            isChosen={chosen.includes(server.name)}
            state={states[server.name] ?? null}
            disabled={disabled}
            onChange={(isChosen) =>
              onChosen(isChosen ? [...chosen, server.name] : chosen.filter((name) => name !== server.name))
            }
          />
        ))}
      </ul>
      {needed.length > 0 && (
        <fieldset disabled={disabled} className="mt-4 flex flex-col gap-2">
          <legend className="text-sm text-ink-faint">{words.needsHint}</legend>
          {needed.map((name) => (
            <Field key={name} label={words.needs(name)} className="mt-1 max-w-100">
              <TextInput
                type="password"
                value={variables[name] ?? ""}
                autoComplete="new-password"
                onChange={({ target: { value } }) => {
                  const { [name]: _former, ...others } = variables;
                  onVariables(value === "" ? others : { ...others, [name]: value });
                }}
              />
            </Field>
          ))}
        </fieldset>
      )}
    </>
  );
}

interface MovableRowProps {
  readonly server: MovableServer;
  readonly isChosen: boolean;
  readonly state: ServerMoveProgress["state"] | null;
  readonly disabled: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function MovableRow({ server, isChosen, state, disabled, onChange }: MovableRowProps) {
  const text = useText().servers;
  const words = text.moving;
  const noteText = useNoteText();
  const { name, serverName, exists, transport, place, secretNames, needs, problem } = server;
  const isMovable = problem === null && needs.length === 0;
  const facts = [
    transport === null ? null : text.transport[transport],
    exists ? words.exists(serverName) : serverName === name ? null : words.becomes(serverName),
    state === null ? null : words.states[state],
  ].filter((fact) => fact !== null);
  return (
    <li className="border-b border-line last:border-b-0">
      <label className={clsx("flex items-start gap-3 px-3 py-2", isMovable && !disabled && "hover:bg-hover")}>
        <input
          type="checkbox"
          aria-label={markHidden(name)}
          checked={isChosen && isMovable}
          disabled={disabled || !isMovable}
          onChange={({ target: { checked } }) => onChange(checked)}
          className="mt-0.75 size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="shrink-0 font-medium">{markHidden(name)}</span>
            <code className="min-w-0 truncate font-mono text-sm text-ink-faint" title={place}>
              {markHidden(place)}
            </code>
          </span>
          <span className="block text-sm text-ink-soft">{facts.join(" · ")}</span>
          {secretNames.length > 0 && problem === null && (
            <span className="flex items-center gap-1.5 text-sm text-ink-soft">
              <KeyRound size={13} className="shrink-0 text-ink-faint" aria-hidden />
              {words.secrets(secretNames)}
            </span>
          )}
          {problem !== null && <span className="block text-sm text-warn-text">{words.cannot(noteText(problem))}</span>}
          {problem === null && needs.length > 0 && (
            <span className="block text-sm text-warn-text">{words.incomplete(needs)}</span>
          )}
        </span>
      </label>
    </li>
  );
}

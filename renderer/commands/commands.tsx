import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Command, findCommand } from "./command.ts";

interface CommandRegistry {
  readonly commands: readonly Command[];
  set(owner: string, commands: readonly Command[] | null): void;
}

const CommandContext = createContext<CommandRegistry | null>(null);

export function CommandProvider({ children }: { readonly children: ReactNode }) {
  const [owners, setOwners] = useState<ReadonlyMap<string, readonly Command[]>>(new Map());
  const set = useRef<CommandRegistry["set"]>((owner, commands) =>
    setOwners((current) => {
      const known = current.get(owner);
      if (commands === null ? known === undefined : known !== undefined && looksEqual(known, commands)) return current;
      const next = new Map(current);
      if (commands === null) next.delete(owner);
      else next.set(owner, commands);
      return next;
    }),
  );
  const registry = useMemo<CommandRegistry>(
    () => ({ commands: [...owners.values()].flat(), set: set.current }),
    [owners],
  );

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = findCommand(registry.commands, event);
    if (command === null) return;
    event.preventDefault();
    command.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);

  return <CommandContext value={registry}>{children}</CommandContext>;
}

/**
 * Registers commands while mounted. If two have the same keys, the one mounted last runs. Commands are compared by
 * their visible properties; `run` always calls the latest render.
 */
export function useCommands(commands: readonly Command[]): void {
  const set = useContext(CommandContext)?.set;
  const owner = useId();
  const runLatest = useEffectEvent((id: string) => commands.find((command) => command.id === id)?.run());
  useEffect(() =>
    set?.(
      owner,
      commands.map((command) => ({ ...command, run: () => runLatest(command.id) })),
    ),
  );
  useEffect(() => () => set?.(owner, null), [set, owner]);
}

function looksEqual(a: readonly Command[], b: readonly Command[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ id, title, enabled }, index) => {
      const other = b[index];
      return other?.id === id && other.title === title && other.enabled === enabled;
    })
  );
}

/** All registered commands. */
export function useAllCommands(): readonly Command[] {
  return useContext(CommandContext)?.commands ?? [];
}

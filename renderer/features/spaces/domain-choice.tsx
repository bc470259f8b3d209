import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { USER_DOMAIN } from "../../../electron/core/domain.ts";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { ListedSpace } from "../../../electron/core/spaces.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, toggled } from "../../ui/choice.tsx";
import { TextField } from "../../ui/field.tsx";
import { OneLine } from "../../ui/inline-text.tsx";
import { InlineError } from "../../ui/states.tsx";

export interface ChosenDomains {
  readonly domains: ReadonlySet<string>;
  /** Whether the person confirmed that memories of the domain `user` are shared. */
  readonly isUserConfirmed: boolean;
}
export const NO_DOMAINS: ChosenDomains = { domains: new Set(), isUserConfirmed: false };

/** Whether there are domains, and `user` is confirmed if it is one of them. */
export function isChoiceComplete({ domains, isUserConfirmed }: ChosenDomains): boolean {
  return domains.size > 0 && (!domains.has(USER_DOMAIN) || isUserConfirmed);
}

interface DomainChoiceProps {
  readonly spaces: readonly ListedSpace[];
  readonly chosen: ChosenDomains;
  readonly error: string | null;
  readonly disabled?: boolean;
  readonly onChange: (chosen: ChosenDomains) => void;
}

/** The domains on this device with the number of their memories, and a field for a new domain. */
export function DomainChoice({ spaces, chosen, error, disabled = false, onChange }: DomainChoiceProps) {
  const { common } = useText();
  const text = useText().spaces.domain;
  const facets = useBridgeQuery("memories.facets", {});
  const [typed, setTyped] = useState("");
  const counts = new Map((facets.data?.domains ?? []).map(({ value, count }) => [value, count]));
  const names = [...new Set([...counts.keys(), ...chosen.domains])].sort(
    (one, other) =>
      Number(one === USER_DOMAIN) - Number(other === USER_DOMAIN) || (counts.get(other) ?? 0) - (counts.get(one) ?? 0),
  );
  const toggle = (name: string) => {
    const domains = toggled(chosen.domains, name);
    onChange({ domains, isUserConfirmed: chosen.isUserConfirmed && domains.has(USER_DOMAIN) });
  };
  const add = () => {
    const name = typed.trim();
    if (name === "") return;
    onChange({ ...chosen, domains: new Set([...chosen.domains, name]) });
    setTyped("");
  };
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="text-sm text-ink-soft">{common.domains}</legend>
      <p className="mb-1 text-sm text-ink-faint">{text.hint}</p>
      <InlineError error={facets.error} onRetry={() => void facets.refetch()} />
      {names.length > 0 && (
        <ul
          aria-label={common.domains}
          className="max-h-52 overflow-y-auto rounded-md px-2 py-1 shadow-[inset_0_0_0_1px_var(--line-strong)] forced-colors:border"
        >
          {names.map((name) => (
            <DomainLine
              key={name}
              name={name}
              count={counts.get(name) ?? 0}
              takenBy={spaces.find(({ domains }) => domains.includes(name))?.name ?? null}
              isChosen={chosen.domains.has(name)}
              onToggle={() => toggle(name)}
            />
          ))}
        </ul>
      )}
      {error !== null && (
        <p role="alert" className="mt-1 text-sm text-bad-text">
          {error}
        </p>
      )}
      <div className="mt-2 flex items-center gap-2">
        <TextField
          label={text.other}
          hideLabel
          className="w-64 max-w-full"
          value={typed}
          placeholder={`${text.other}: ${text.otherPlaceholder}`}
          maxLength={200}
          spellCheck={false}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
        <Button disabled={typed.trim() === ""} onClick={add}>
          {common.add}
        </Button>
      </div>
      {chosen.domains.has(USER_DOMAIN) && (
        <UserConfirmation
          count={counts.get(USER_DOMAIN) ?? 0}
          isConfirmed={chosen.isUserConfirmed}
          onChange={(isUserConfirmed) => onChange({ ...chosen, isUserConfirmed })}
        />
      )}
    </fieldset>
  );
}

interface DomainLineProps {
  readonly name: string;
  readonly count: number;
  /** The name of the space that contains it, or null. */
  readonly takenBy: string | null;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function DomainLine({ name, count, takenBy, isChosen, onToggle }: DomainLineProps) {
  const text = useText().spaces.domain;
  return (
    <li>
      <CheckField checked={isChosen} disabled={takenBy !== null} onChange={onToggle}>
        <OneLine className="min-w-0">{markHidden(name)}</OneLine>
        {name === USER_DOMAIN && <span className="min-w-0 truncate text-sm text-ink-faint">{text.user}</span>}
        <span className="ml-auto shrink-0 text-sm text-ink-faint">
          {takenBy !== null ? text.taken(takenBy) : count === 0 ? text.none : text.memories(count)}
        </span>
      </CheckField>
    </li>
  );
}

interface UserConfirmationProps {
  readonly count: number;
  readonly isConfirmed: boolean;
  readonly onChange: (isConfirmed: boolean) => void;
}

/** The second confirmation that memories about the person are shared. */
export function UserConfirmation({ count, isConfirmed, onChange }: UserConfirmationProps) {
  const text = useText().spaces.domain;
  return (
    <div role="note" className="mt-2 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert size={14} className="shrink-0" aria-hidden />
        {text.userTitle}
      </p>
      <p>{text.userText(count)}</p>
      <CheckField layout="mt-1 flex min-h-7 items-center gap-2.5" checked={isConfirmed} onChange={onChange}>
        {text.userConfirm}
      </CheckField>
    </div>
  );
}

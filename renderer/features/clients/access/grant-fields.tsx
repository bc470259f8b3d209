import { ACCESS_LEVELS, type AccessLevel } from "../../../../electron/core/caller.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Segmented } from "../../../ui/choice.tsx";
import { AddField } from "../../../ui/field.tsx";
import { Tag } from "../../../ui/tag.tsx";

/** The projects and namespaces that a client is limited to; null without a limit. */
export interface Limits {
  readonly domains: string[] | null;
  readonly namespaces: string[] | null;
}

interface LimitFieldsProps {
  readonly limits: { readonly [Field in keyof Limits]: readonly string[] | null };
  readonly disabled: boolean;
  readonly onChange: (limits: Partial<Limits>) => void;
}

interface AccessFieldProps {
  readonly value: AccessLevel;
  readonly disabled?: boolean;
  readonly onChange: (access: AccessLevel) => void;
}

/** The most access first. */
const LEVELS = ACCESS_LEVELS.toReversed();

/** A client's access to memories, and a line that explains the choice. */
export function AccessField({ value, disabled, onChange }: AccessFieldProps) {
  const text = useText().clients.access.level;
  return (
    <div>
      <Segmented
        label={text.label}
        value={value}
        disabled={disabled}
        options={LEVELS.map((level) => ({ value: level, label: text[level] }))}
        onChange={onChange}
      />
      <p className="mt-1 text-sm text-ink-faint">{text.hints[value]}</p>
    </div>
  );
}

/** Edits the limits of a client, with the existing projects and namespaces as suggestions. */
export function LimitFields({ limits, disabled, onChange }: LimitFieldsProps) {
  const { common } = useText();
  const text = useText().clients.access;
  const facets = useBridgeQuery("memories.facets", {});
  const namespaces = useBridgeQuery("memories.namespaces", {});
  return (
    <>
      <LimitField
        label={common.projects}
        hint={text.domainsHint}
        all={text.allDomains}
        add={text.addDomain}
        allowed={limits.domains}
        choices={["user", ...(facets.data?.domains.map(({ value }) => value) ?? [])]}
        disabled={disabled}
        onChange={(domains) => onChange({ domains })}
      />
      <LimitField
        label={text.namespaces}
        hint={text.namespacesHint}
        all={common.allNamespaces}
        add={text.addNamespace}
        allowed={limits.namespaces}
        choices={namespaces.data ?? []}
        disabled={disabled}
        onChange={(allowed) => onChange({ namespaces: allowed })}
      />
    </>
  );
}

interface LimitFieldProps {
  readonly label: string;
  readonly hint: string;
  /** The text without a limit. */
  readonly all: string;
  /** The label of the input and its button. */
  readonly add: string;
  /** Null without a limit. */
  readonly allowed: readonly string[] | null;
  /** The suggestions. */
  readonly choices: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (allowed: string[] | null) => void;
}

/** The names that a client is limited to. Adding the first name sets a limit; "Allow all" removes it. */
function LimitField({ label, hint, all, add, allowed, choices, disabled, onChange }: LimitFieldProps) {
  const text = useText().clients.access;
  return (
    <section className="mt-5" aria-label={label}>
      <h3 className="font-medium">{label}</h3>
      <p className="text-sm text-ink-faint">{hint}</p>
      <div className="mt-1.5 flex min-h-6 flex-wrap items-center gap-1.5">
        {allowed === null ? (
          <span className="text-ink-soft">{all}</span>
        ) : (
          <>
            {allowed.map((one) => {
              const remove = () => onChange(allowed.filter((other) => other !== one));
              return <Tag key={one} label={one} onRemove={disabled || allowed.length === 1 ? undefined : remove} />;
            })}
            <Button size="small" variant="quiet" disabled={disabled} onClick={() => onChange(null)}>
              {text.allowAll}
            </Button>
          </>
        )}
      </div>
      <AddField
        label={add}
        className="mt-1.5"
        choices={choices}
        isTaken={(name) => allowed?.includes(name) === true}
        disabled={disabled}
        onAdd={(name, onAdded) => {
          onChange([...(allowed ?? []), name]);
          onAdded();
        }}
      />
    </section>
  );
}

import { X } from "lucide-react";
import { SECRET_ACTIONS, type SecretAction, type SecretPolicy } from "../../../electron/core/secrets/policy.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import type { ChangeOptions } from "../../data/use-undoable.ts";
import { useText } from "../../text/use-text.ts";
import { IconButton } from "../../ui/button.tsx";
import { Segmented, Switch } from "../../ui/choice.tsx";
import { AddField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { InlineError } from "../../ui/states.tsx";
import { useSettings } from "./use-settings.ts";

interface MemorySecretSettingsProps {
  readonly policy: SecretPolicy;
}

/** What happens to secrets in memories: in general, and in single domains. */
export function MemorySecretSettings({ policy }: MemorySecretSettingsProps) {
  const text = useText().settings.memorySecrets;
  const { update } = useSettings();
  const change = (changes: Partial<SecretPolicy>, options?: ChangeOptions) =>
    update.mutate({ secrets: { ...policy, ...changes } }, options);
  const options = SECRET_ACTIONS.map((value) => ({ value, label: text.actions[value] }));
  return (
    <SettingGroup title={text.title}>
      <Setting name={text.action} hint={text.hints[policy.action]}>
        <Segmented
          label={text.action}
          options={options}
          value={policy.action}
          onChange={(action) => change({ action })}
        />
      </Setting>
      <Setting name={text.domains} hint={text.domainsHint}>
        <DomainActions
          policy={policy}
          options={options}
          onChange={(domains, options) => change({ domains }, options)}
        />
      </Setting>
      <Setting name={text.personal} hint={text.personalHint}>
        <Switch
          label={text.personal}
          checked={policy.personalData}
          onChange={(personalData) => change({ personalData })}
        />
      </Setting>
      <p className="text-sm text-ink-faint">{text.privateHint}</p>
      <InlineError error={update.error} />
    </SettingGroup>
  );
}

interface DomainActionsProps extends MemorySecretSettingsProps {
  readonly options: readonly { readonly value: SecretAction; readonly label: string }[];
  readonly onChange: (domains: SecretPolicy["domains"], options?: ChangeOptions) => void;
}

/** The domains with a choice of their own, and a field that adds one. */
function DomainActions({ policy: { action, domains }, options, onChange }: DomainActionsProps) {
  const { common } = useText();
  const text = useText().settings.memorySecrets;
  const facets = useBridgeQuery("memories.facets", {});
  const names = Object.keys(domains).sort();
  const suggested = ["user", ...(facets.data?.domains.map(({ value }) => value) ?? [])];
  const remove = (removed: string) => {
    onChange(Object.fromEntries(Object.entries(domains).filter(([domain]) => domain !== removed)), { announced: true });
  };
  return (
    <div className="flex w-full flex-col gap-2">
      {names.length > 0 && (
        <ul className="flex flex-col gap-1" aria-label={text.domains}>
          {names.map((domain) => (
            <li key={domain} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate" data-selectable>
                {domain}
              </span>
              <Select
                label={text.actionOf(domain)}
                options={options}
                value={domains[domain] ?? action}
                onChange={(next) => onChange({ ...domains, [domain]: next })}
              />
              <IconButton icon={X} label={text.remove(domain)} onClick={() => remove(domain)} />
            </li>
          ))}
        </ul>
      )}
      <AddField
        label={common.domain}
        placeholder={text.placeholder}
        action={common.add}
        maxLength={200}
        choices={suggested}
        isTaken={(name) => Object.hasOwn(domains, name)}
        onAdd={(name, onAdded) => {
          onChange({ ...domains, [name]: action === "allow" ? "mask" : "allow" });
          onAdded();
        }}
      />
    </div>
  );
}

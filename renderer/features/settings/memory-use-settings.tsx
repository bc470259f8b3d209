import type { Settings } from "../../../electron/window-api/contract.ts";
import { useText } from "../../text/use-text.ts";
import { Switch } from "../../ui/choice.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { InlineError } from "../../ui/states.tsx";
import { useSettings } from "./use-settings.ts";

/** Whether it is recorded which memories clients get and use. */
export function MemoryUseSettings({ settings }: { readonly settings: Settings }) {
  const text = useText().use;
  const { update } = useSettings();
  return (
    <SettingGroup title={text.title}>
      <Setting name={text.record} hint={text.recordHint}>
        <Switch label={text.title} checked={settings.use} onChange={(use) => update.mutate({ use })} />
        <InlineError error={update.error} />
      </Setting>
    </SettingGroup>
  );
}

import type { Settings } from "../../../electron/ipc/contract.ts";
import { useText } from "../../text/use-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useTheme } from "../../ui/use-theme.ts";
import { useSettings } from "./use-settings.ts";

interface GeneralSettingsProps {
  readonly settings: Settings;
}

/** How it looks, and whether it is there after login. */
export function GeneralSettings({ settings }: GeneralSettingsProps) {
  const text = useText().settings;
  const { theme, setTheme } = useTheme();
  const { update } = useSettings();
  const asked = update.isPending ? update.variables.startAtLogin : undefined;
  return (
    <SettingGroup title={text.general}>
      <Setting name={text.theme.label}>
        <Segmented
          label={text.theme.label}
          options={(["system", "light", "dark"] as const).map((value) => ({ value, label: text.theme[value] }))}
          value={theme}
          onChange={setTheme}
        />
      </Setting>
      <Setting name={text.language.label}>
        <Select
          label={text.language.label}
          options={[
            { value: "system", label: text.language.system },
            // Each in its own words, for who cannot read the others.
            { value: "en", label: "English" },
            { value: "zh-CN", label: "简体中文" },
          ]}
          value={settings.language}
          onChange={(language) => update.mutate({ language })}
        />
      </Setting>
      <Setting name={text.start.label} hint={settings.canStartAtLogin ? text.start.hint : text.start.cannot}>
        <Switch
          label={text.start.label}
          checked={asked ?? settings.startAtLogin}
          disabled={!settings.canStartAtLogin}
          onChange={(startAtLogin) => update.mutate({ startAtLogin })}
        />
        {update.isError && <ErrorState inline error={update.error} />}
      </Setting>
    </SettingGroup>
  );
}

import { THEMES } from "../../../electron/core/preferences.ts";
import type { Settings } from "../../../electron/window-api/contract.ts";
import { useText } from "../../text/use-text.ts";
import { Segmented, Switch } from "../../ui/choice.tsx";
import { Select } from "../../ui/select.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { InlineError } from "../../ui/states.tsx";
import { useTheme } from "../../ui/use-theme.ts";
import { QuickWindowSetting } from "../quick/quick-window-setting.tsx";
import { useSettings } from "./use-settings.ts";

/** Theme, language and start at login. */
export function GeneralSettings({ settings }: { readonly settings: Settings }) {
  const text = useText().settings;
  const { theme, setTheme } = useTheme();
  const { update } = useSettings();
  const { update: quick } = useSettings();
  const pending = update.isPending ? update.variables?.startAtLogin : undefined;
  return (
    <SettingGroup title={text.general}>
      <Setting name={text.theme.label}>
        <Segmented
          label={text.theme.label}
          options={THEMES.map((value) => ({ value, label: text.theme[value] }))}
          value={theme}
          onChange={setTheme}
        />
      </Setting>
      <Setting name={text.language.label}>
        <Select
          label={text.language.label}
          options={[
            { value: "system", label: text.language.system },
            // Each language in its own name, for readers of only that language.
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
          checked={pending ?? settings.startAtLogin}
          disabled={!settings.canStartAtLogin}
          onChange={(startAtLogin) => update.mutate({ startAtLogin })}
        />
        <InlineError error={update.error} />
      </Setting>
      <QuickWindowSetting settings={settings} update={quick} />
    </SettingGroup>
  );
}

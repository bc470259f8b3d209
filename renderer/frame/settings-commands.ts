import type { Command } from "../commands/command.ts";
import { useSettingSections } from "../features/settings/setting-sections.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { useText } from "../text/use-text.ts";

/** A command for each section of Settings, and for each setting while a query names it or a synonym: "port", "dark". */
export function useSettingsCommands(): readonly Command[] {
  const text = useText();
  const { navigate } = useNavigation();
  const group = text.frame.settings;
  return useSettingSections().flatMap(({ id, title, icon, words, place, settings }): Command[] => [
    {
      id: `setting.${id}`,
      title,
      group,
      icon,
      words: [group, words, ...settings.map((setting) => `${setting.name} ${setting.words}`)].join(" "),
      run: () => navigate(place === null ? { place: "settings", path: [id] } : { place }),
    },
    ...settings.map((setting) => ({
      id: `setting.${id}.${setting.id}`,
      title: setting.name,
      detail: title,
      group,
      icon,
      words: setting.words,
      isFoundOnly: true,
      run: () => navigate({ place: "settings", path: [id, setting.id] }),
    })),
  ]);
}

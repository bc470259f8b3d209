import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Settings } from "../../../electron/window-api/contract.ts";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { SearchField } from "../../ui/field.tsx";
import { useNarrow } from "../../ui/panes.tsx";
import { Select } from "../../ui/select.tsx";
import { SoughtSettingContext } from "../../ui/setting.tsx";
import { Loaded } from "../../ui/states.tsx";
import { IMPORT } from "../import/import-setting.tsx";
import { UpdateSettings } from "../updates/update-settings.tsx";
import { AboutSettings } from "./about-settings.tsx";
import { BackupSettings } from "./backup-settings.tsx";
import { BrowserSessionSettings } from "./browser-session-settings.tsx";
import { DataSettings } from "./data-settings.tsx";
import { GeneralSettings } from "./general-settings.tsx";
import { IndexSettings } from "./index-settings.tsx";
import { MemorySecretSettings } from "./memory-secret-settings.tsx";
import { MemoryUseSettings } from "./memory-use-settings.tsx";
import { PlaceSettings } from "./place-settings.tsx";
import { PortSettings } from "./port-settings.tsx";
import { FoundSettings, SectionList } from "./section-list.tsx";
import { findSettings, type SectionId, type SettingSection, useSettingSections } from "./setting-sections.ts";
import { useSettings } from "./use-settings.ts";

/** Settings: the sections and a search of all settings, and the open section. */
export function SettingsView() {
  const text = useText();
  const words = text.settingsSearch;
  const { navigate } = useNavigation();
  const { settings } = useSettings();
  const isNarrow = useNarrow();
  const [query, setQuery] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const sections = useSettingSections();
  const here = sections.filter(({ place }) => place === null);
  const { section, setting } = useOpenSection(sections);
  const command = commandsOf("settings", text.frame.settings, { hidden: true });
  useCommands([command("search", words.label, () => field.current?.focus(), { keys: ["/"] })]);
  const isSearch = query.trim() !== "";
  const found = isSearch ? findSettings(sections, query) : [];
  const results = <FoundSettings found={found} query={query} onOpen={() => isNarrow && setQuery("")} />;
  return (
    <section aria-label={text.settings.title} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-center gap-3 border-b border-line pr-3 pl-4">
        <h1 className="shrink-0 font-medium">{text.settings.title}</h1>
        {isNarrow && !isSearch && (
          <Select
            label={words.sections}
            options={here.map(({ id, title }) => ({ value: id, label: title }))}
            value={section.id}
            onChange={(id) => navigate({ place: "settings", path: [id] })}
            className="min-w-30"
          />
        )}
        <div className="ml-auto flex w-full max-w-70">
          <SearchField
            inputRef={field}
            label={words.label}
            keys="/"
            value={query}
            onChange={setQuery}
            onLeave={() => list.current?.querySelector<HTMLElement>("[data-row], [aria-current]")?.focus()}
          />
        </div>
      </header>
      <div className="flex min-h-0 flex-1">
        {(!isNarrow || isSearch) && (
          <div
            ref={list}
            className="w-56 shrink-0 overflow-y-auto border-r border-line bg-panel p-2 max-wide:w-full max-wide:border-0"
          >
            {isSearch ? results : <SectionList sections={here} open={section.id} />}
          </div>
        )}
        {!(isNarrow && isSearch) && (
          <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
            <SoughtSettingContext value={{ name: setting, query }}>
              <Loaded query={settings} shape="lines">
                {(loaded) => <div className="max-w-180 px-4 pb-8">{SECTION_VIEWS[section.id]?.(loaded)}</div>}
              </Loaded>
            </SoughtSettingContext>
          </div>
        )}
      </div>
    </section>
  );
}

/** The open section and the name of the sought setting, by the address. Sections that are places lead there. */
function useOpenSection(sections: readonly SettingSection[]) {
  const { route, navigate } = useNavigation();
  const [opened, id] = route.path;
  const known = sections.find((section) => section.id === (opened === IMPORT ? "data" : opened));
  const place = known?.place ?? null;
  useEffect(() => {
    if (place !== null) navigate({ place }, { replace: true });
  }, [place, navigate]);
  const section = known === undefined || place !== null ? (sections[0] as SettingSection) : known;
  return { section, setting: section.settings.find((setting) => setting.id === id)?.name ?? null };
}

const SECTION_VIEWS: Readonly<Partial<Record<SectionId, (settings: Settings) => ReactNode>>> = {
  general: (settings) => <GeneralSettings settings={settings} />,
  connection: (settings) => <PortSettings settings={settings} />,
  model: () => <IndexSettings />,
  secrets: ({ secrets }) => <MemorySecretSettings policy={secrets} />,
  use: (settings) => <MemoryUseSettings settings={settings} />,
  data: ({ dataFolder }) => <DataSettings dataFolder={dataFolder} />,
  places: () => <PlaceSettings />,
  backups: ({ dataFolder }) => <BackupSettings folder={backupFolderOf(dataFolder)} />,
  updates: () => <UpdateSettings />,
  browser: () => <BrowserSessionSettings />,
  about: () => <AboutSettings />,
};

function backupFolderOf(dataFolder: string): string {
  return `${dataFolder}${dataFolder.includes("\\") ? "\\" : "/"}backups`;
}

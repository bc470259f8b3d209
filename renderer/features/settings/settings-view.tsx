import clsx from "clsx";
import { ArrowUpRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { THEMES } from "../../../electron/core/preferences.ts";
import type { Settings } from "../../../electron/window-api/contract.ts";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { matchedParts } from "../../commands/match-words.ts";
import { RouteLink, useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Segmented, Switch } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/field.tsx";
import { moveFocus } from "../../ui/list-row.tsx";
import { MarkedParts } from "../../ui/marked.tsx";
import { useNarrow } from "../../ui/panes.tsx";
import { Select } from "../../ui/select.tsx";
import { Setting, SettingGroup, SoughtSettingContext } from "../../ui/setting.tsx";
import { EmptyState, InlineError, Loaded } from "../../ui/states.tsx";
import { useTheme } from "../../ui/use-theme.ts";
import { IMPORT } from "../import/import-setting.tsx";
import { QuickWindowSetting } from "../quick/quick-window-setting.tsx";
import { UpdateSettings } from "../updates/update-settings.tsx";
import { AboutSettings } from "./about-settings.tsx";
import { BackupSettings } from "./backup-settings.tsx";
import { BrowserSessionSettings } from "./browser-session-settings.tsx";
import { DataSettings } from "./data-settings.tsx";
import { IndexSettings } from "./index-settings.tsx";
import { MemorySecretSettings } from "./memory-secret-settings.tsx";
import { PlaceSettings } from "./place-settings.tsx";
import { PortSettings } from "./port-settings.tsx";
import {
  type FoundSection,
  findSettings,
  matchedSynonyms,
  type SectionId,
  type SettingSection,
  useSettingSections,
} from "./setting-sections.ts";
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

interface SectionListProps {
  readonly sections: readonly SettingSection[];
  readonly open: SectionId;
}

/** The sections of Settings. The arrow keys move between them. */
function SectionList({ sections, open }: SectionListProps) {
  const text = useText().settingsSearch;
  return (
    <nav aria-label={text.sections}>
      <ul className="flex flex-col gap-px" onKeyDown={moveFocus}>
        {sections.map(({ id, title, icon: Icon }) => {
          const isOpen = id === open;
          return (
            <li key={id}>
              <RouteLink
                data-row
                to={{ place: "settings", path: [id] }}
                aria-current={isOpen ? "page" : undefined}
                className={clsx(
                  "flex min-h-7 cursor-default items-center gap-2 rounded-md px-2 py-0.5 transition-colors",
                  isOpen ? "bg-pressed font-medium text-ink" : "text-ink-soft hover:bg-hover hover:text-ink",
                )}
              >
                <Icon
                  size={15}
                  strokeWidth={1.75}
                  className={clsx("shrink-0", isOpen ? "text-accent-text" : "text-ink-faint")}
                  aria-hidden
                />
                <span className="min-w-0 flex-1">{title}</span>
              </RouteLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface FoundSettingsProps {
  readonly found: readonly FoundSection[];
  readonly query: string;
  readonly onOpen: () => void;
}

/** The sections and settings that a search found, with the matching words marked. */
function FoundSettings({ found, query, onOpen }: FoundSettingsProps) {
  const text = useText().settingsSearch;
  if (found.length === 0) {
    return (
      <div role="status">
        <EmptyState title={text.nothing(query.trim())} text={text.nothingHint} />
      </div>
    );
  }
  return (
    <ul aria-label={text.results} className="flex flex-col gap-px" onKeyDown={moveFocus}>
      {found.flatMap(({ section, isFound, settings }) => [
        isFound ? (
          <FoundRow
            key={section.id}
            name={section.title}
            words={section.words}
            query={query}
            section={section}
            onOpen={onOpen}
          />
        ) : (
          <li key={section.id} className="flex min-h-7 items-center gap-2 px-2 text-ink-faint">
            <section.icon size={15} strokeWidth={1.75} className="shrink-0" aria-hidden />
            {section.title}
          </li>
        ),
        ...settings.map(({ id, name, words }) => (
          <FoundRow
            key={`${section.id} ${id}`}
            name={name}
            words={words}
            query={query}
            section={section}
            setting={id}
            onOpen={onOpen}
          />
        )),
      ])}
    </ul>
  );
}

interface FoundRowProps {
  readonly name: string;
  readonly words: string;
  readonly query: string;
  readonly section: SettingSection;
  readonly setting?: string;
  readonly onOpen: () => void;
}

function FoundRow({ name, words, query, section, setting, onOpen }: FoundRowProps) {
  const { id, icon: Icon, place } = section;
  const isSetting = setting !== undefined;
  const synonyms = matchedSynonyms(name, words, query);
  return (
    <li>
      <RouteLink
        data-row
        to={place === null ? { place: "settings", path: isSetting ? [id, setting] : [id] } : { place }}
        onClick={onOpen}
        className={clsx(
          "flex min-h-7 cursor-default items-center gap-2 rounded-md py-0.5 pr-2 text-ink-soft hover:bg-hover hover:text-ink",
          isSetting ? "pl-7.75" : "pl-2 font-medium",
        )}
      >
        {!isSetting && <Icon size={15} strokeWidth={1.75} className="shrink-0 text-ink-faint" aria-hidden />}
        <span className="min-w-0 flex-1">
          <MarkedParts text={name} parts={matchedParts(name, query)} />
          {synonyms !== "" && (
            <span className="text-sm font-normal text-ink-faint">
              {" "}
              <MarkedParts text={synonyms} parts={matchedParts(synonyms, query)} />
            </span>
          )}
        </span>
        {place !== null && <ArrowUpRight size={13} className="shrink-0 text-ink-faint" aria-hidden />}
      </RouteLink>
    </li>
  );
}

/** Whether it is recorded which memories clients get and use. */
function MemoryUseSettings({ settings }: { readonly settings: Settings }) {
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

/** Theme, language and start at login. */
function GeneralSettings({ settings }: { readonly settings: Settings }) {
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

import {
  Archive,
  BookText,
  Boxes,
  ChartNoAxesColumn,
  Database,
  FolderTree,
  HardDrive,
  Info,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  Network,
  RefreshCw,
  Share2,
  SlidersHorizontal,
} from "lucide-react";
import type { Text } from "../../../electron/text/en.ts";
import { matchesWords } from "../../commands/match-words.ts";
import { useBridge } from "../../data/use-bridge.tsx";
import type { Place } from "../../navigation/route.ts";
import { useText } from "../../text/use-text.ts";

/** The most synonyms shown for one result. */
const MAX_SYNONYMS = 3;

type Synonyms = Text["settingsSearch"]["synonyms"];
export type SectionId = keyof Synonyms;

/** A setting by its name on the screen, and the further words that find it. */
export interface SettingEntry {
  /** Unique in its section: `#/settings/general/theme`. */
  readonly id: string;
  readonly name: string;
  readonly words: string;
}

/** A section of Settings, in the order on the screen. */
export interface SettingSection {
  /** In the address: `#/settings/general`. */
  readonly id: SectionId;
  readonly title: string;
  readonly icon: LucideIcon;
  /** Further words that find it. */
  readonly words: string;
  readonly settings: readonly SettingEntry[];
  /** The place that has it, if it is not in Settings. */
  readonly place: Place | null;
}

/** The settings of each section by the names under which the section shows them. */
type Names = { readonly [Section in SectionId]: Readonly<Record<Exclude<keyof Synonyms[Section], "section">, string>> };

/** The sections of Settings with their settings: the list, the search and the palette are made from them. */
export function useSettingSections(): readonly SettingSection[] {
  const text = useText();
  const { host } = useBridge();
  const { common, settings, settingsSearch, frame } = text;
  const names: Names = {
    general: {
      theme: settings.theme.label,
      language: settings.language.label,
      start: settings.start.label,
      quick: text.quick.setting.label,
    },
    connection: { port: settings.port.label, address: common.address },
    model: {
      text: settings.index.text,
      vectors: settings.index.vectors,
      model: common.model,
      both: settings.index.both,
    },
    secrets: {
      action: settings.memorySecrets.action,
      domains: settings.memorySecrets.domains,
      personal: settings.memorySecrets.personal,
    },
    use: { record: text.use.record },
    data: {
      folder: settings.data.folder,
      logs: settings.data.logs,
      import: text.imports.setting,
      secrets: settings.secrets.title,
    },
    places: {},
    backups: {
      newest: text.backups.newest,
      folder: common.folder,
      second: text.backups.second.label,
      list: text.backups.list,
    },
    updates: { automatic: text.updates.automatic },
    browser: {},
    about: { version: common.version, host: settings.about.host, licence: settings.about.licence },
    spaces: {},
    remoteDomains: {},
    clientMemories: {},
  };
  const section = (id: SectionId, title: string, icon: LucideIcon, place: Place | null = null): SettingSection => {
    const synonyms: Readonly<Record<string, string>> = settingsSearch.synonyms[id];
    const entries = Object.entries(names[id]).map(([setting, name]) => ({
      id: setting,
      name,
      words: synonyms[setting] ?? "",
    }));
    return { id, title, icon, words: synonyms.section ?? "", place, settings: entries };
  };
  return [
    section("general", settings.general, SlidersHorizontal),
    section("connection", settings.connection, Network),
    section("model", settings.index.title, Boxes),
    section("secrets", settings.memorySecrets.title, KeyRound),
    section("use", text.use.title, ChartNoAxesColumn),
    section("data", settings.data.title, HardDrive),
    section("places", settings.places.title, FolderTree),
    section("backups", common.backups, Archive),
    section("updates", text.updates.title, RefreshCw),
    ...(host === "browser" ? [section("browser", settings.browserSessions.title, MonitorSmartphone)] : []),
    section("about", settings.about.title, Info),
    section("spaces", frame.spaces, Share2, "spaces"),
    section("remoteDomains", frame.remoteDomains, Database, "remoteDomains"),
    section("clientMemories", frame.clientMemories, BookText, "clientMemories"),
  ];
}

/** A section that a search finds, with its settings that match. */
export interface FoundSection {
  readonly section: SettingSection;
  /** Whether the section itself matches, not only a setting of it. */
  readonly isFound: boolean;
  readonly settings: readonly SettingEntry[];
}

/** The sections and settings that match every word of a query by their names or synonyms. */
export function findSettings(sections: readonly SettingSection[], query: string): readonly FoundSection[] {
  return sections
    .map((section) => ({
      section,
      isFound: matchesWords(`${section.title} ${section.words}`, query),
      settings: section.settings.filter(({ name, words }) => matchesWords(`${section.title} ${name} ${words}`, query)),
    }))
    .filter(({ isFound, settings }) => isFound || settings.length > 0);
}

/** The synonyms that match a query if the name does not, separated by commas. */
export function matchedSynonyms(name: string, words: string, query: string): string {
  if (matchesWords(name, query)) return "";
  const matched = words
    .split(" ")
    .filter((word) => query.split(/\s+/).some((part) => part !== "" && matchesWords(word, part)));
  return [...new Set(matched)].slice(0, MAX_SYNONYMS).join(", ");
}

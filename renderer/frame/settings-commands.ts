import {
  Archive,
  BookText,
  Boxes,
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
import type { Command } from "../commands/command.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { useText } from "../text/use-text.ts";

/** How long a section of Settings is waited for. */
const MAX_WAIT_MS = 2_000;

/** A command for each section of Settings, which is found by its synonyms too: "backup", "port", "dark". */
export function useSettingsCommands(): readonly Command[] {
  const text = useText();
  const { navigate } = useNavigation();
  const { synonyms } = text.frame.palette;
  const section = (name: keyof typeof synonyms, title: string, icon: LucideIcon): Command => ({
    id: `setting.${name}`,
    title,
    group: text.frame.settings,
    icon,
    words: `${text.frame.settings} ${synonyms[name]}`,
    run: () => {
      navigate({ place: "settings" });
      showSection(title);
    },
  });
  return [
    section("connection", text.settings.connection, Network),
    section("general", text.settings.general, SlidersHorizontal),
    section("model", text.settings.index.title, Boxes),
    section("secrets", text.settings.memorySecrets.title, KeyRound),
    section("data", text.settings.data.title, HardDrive),
    section("places", text.settings.places.title, FolderTree),
    section("clientMemories", text.clientMemories.title, BookText),
    section("spaces", text.frame.spaces, Share2),
    section("remoteDomains", text.common.remoteDomains, Database),
    section("backups", text.common.backups, Archive),
    section("updates", text.updates.title, RefreshCw),
    section("browser", text.settings.browserSessions.title, MonitorSmartphone),
    section("about", text.settings.about.title, Info),
  ];
}

/** Scrolls to a section of Settings once it is drawn. */
function showSection(title: string): void {
  const end = performance.now() + MAX_WAIT_MS;
  const look = () => {
    const sections = [...document.querySelectorAll<HTMLElement>("main section[aria-label]")];
    const found = sections.find((section) => section.getAttribute("aria-label") === title);
    if (found !== undefined) found.scrollIntoView({ block: "start" });
    else if (performance.now() < end) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

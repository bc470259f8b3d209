import {
  Archive,
  Footprints,
  Import,
  Languages,
  LogIn,
  type LucideIcon,
  Monitor,
  Moon,
  Pin,
  Plug,
  Plus,
  SquarePen,
  Sun,
  Trash2,
} from "lucide-react";
import type { Command } from "../commands/command.ts";
import { useCommands } from "../commands/commands.tsx";
import { useAction, useBridgeMutation } from "../data/use-bridge.tsx";
import { FINDING_KINDS } from "../features/health/finding-list.tsx";
import { IMPORT } from "../features/import/import-setting.tsx";
import { ADD } from "../features/servers/servers-view.tsx";
import { CREATE, JOIN } from "../features/spaces/spaces-view.tsx";
import { WELCOME } from "../features/welcome/use-welcome.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { NUMBERED_PLACES, type Place } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { useUndo } from "../ui/undo.tsx";
import { useTheme } from "../ui/use-theme.ts";
import { PLACE_ICONS } from "./place-icons.ts";
import { useSettingsCommands } from "./settings-commands.ts";

/** Each language by its own name; null is the system's language. */
const LANGUAGES = [
  { value: "system", name: null },
  { value: "en", name: "English" },
  { value: "zh-CN", name: "简体中文" },
] as const;

interface FrameCommands {
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
}

/** The commands available in every place. */
export function useFrameCommands({ openPalette, openShortcuts }: FrameCommands): void {
  const text = useText();
  const { navigate, route } = useNavigation();
  const backUp = useAction("backups.make", { done: () => text.today.decisions.backedUp });
  const { setTheme } = useTheme();
  const { mutate: update } = useBridgeMutation("settings.update");
  const undo = useUndo();
  const { palette, shortcuts, theme, places } = text.frame;
  const command = (id: string, title: string, group: string, icon: LucideIcon, run: () => void): Command => ({
    id,
    title,
    group,
    icon,
    run,
  });
  const go = (id: string, name: string, icon: LucideIcon, place: Place, ...path: readonly string[]) =>
    command(`go.${id}`, text.frame.goTo(name), places, icon, () => navigate({ place, path }));
  const add = (id: string, title: string, group: string, icon: LucideIcon, place: Place, path: string) =>
    command(id, title, group, icon, () => navigate({ place, path: [path] }));
  const { general } = shortcuts;
  const settings = useSettingsCommands();
  useCommands([
    ...settings,
    { id: "palette", title: palette.open, group: general, keys: ["mod+k"], run: openPalette, hidden: true },
    { id: "shortcuts", title: shortcuts.open, group: general, keys: ["?"], run: openShortcuts },
    { id: "undo", title: text.frame.undo, group: general, keys: ["mod+z"], inFields: false, run: undo.undoLast },
    // Browsers reserve Ctrl+1 for tabs; Alt+1 works in both hosts.
    ...NUMBERED_PLACES.map((place, index) => ({
      ...go(place, text.frame[place], PLACE_ICONS[place], place),
      keys: [`mod+${index + 1}`, `alt+${index + 1}`],
    })),
    go("timeline", text.frame.timeline, PLACE_ICONS.timeline, "timeline"),
    go("map", text.frame.map, PLACE_ICONS.map, "map"),
    go("health", text.frame.health, PLACE_ICONS.health, "health"),
    go("pinned", text.common.pinned, Pin, "memories", "pinned"),
    go("trash", text.frame.trash, Trash2, "memories", "trash"),
    ...FINDING_KINDS.map((kind) =>
      go(`health.${kind}`, `${text.frame.health}: ${text.health.kinds[kind]}`, PLACE_ICONS.health, "health", kind),
    ),
    go("projects", text.frame.projects, PLACE_ICONS.projects, "projects"),
    add("clients.connect", text.common.connectClient, text.frame.clients, Plug, "clients", "connect"),
    {
      ...command("new", text.common.newMemory, text.frame.memories, SquarePen, () =>
        navigate({ place: "memories", path: ["all", "new"] }),
      ),
      // Memories has a command of its own, with its keys.
      enabled: route.place !== "memories",
    },
    {
      ...command("backups.make", text.today.decisions.backUp, text.common.backups, Archive, () => backUp.mutate({})),
      // "Back up" is two words.
      words: text.common.backups,
    },
    add("servers.add", text.common.addServer, text.frame.servers, Plus, "servers", ADD),
    ...(["spaces", "remoteDomains", "clientMemories"] as const).map((place) =>
      go(place, text.frame[place], PLACE_ICONS[place], place),
    ),
    add("spaces.create", text.common.createSpace, text.frame.spaces, Plus, "spaces", CREATE),
    add("spaces.join", text.common.joinSpace, text.frame.spaces, LogIn, "spaces", JOIN),
    add("welcome", text.welcome.command, general, Footprints, "memories", WELCOME),
    add("import", text.imports.title, general, Import, "settings", IMPORT),
    ...LANGUAGES.map(({ value, name }) =>
      command(
        `language.${value}`,
        text.frame.chooseLanguage(name ?? text.settings.language.system),
        theme.group,
        Languages,
        () => update({ language: value }),
      ),
    ),
    command("theme.system", theme.system, theme.group, Monitor, () => setTheme("system")),
    command("theme.light", theme.light, theme.group, Sun, () => setTheme("light")),
    command("theme.dark", theme.dark, theme.group, Moon, () => setTheme("dark")),
  ]);
}

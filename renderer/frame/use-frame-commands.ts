import { Footprints, Import, Languages, LogIn, Monitor, Moon, Pin, Plus, Sun, Trash2 } from "lucide-react";
import { useCommands } from "../commands/commands.tsx";
import { useBridgeMutation } from "../data/use-bridge.tsx";
import { FINDING_KINDS } from "../features/health/finding-list.tsx";
import { IMPORT } from "../features/import/import-setting.tsx";
import { ADD } from "../features/servers/servers-view.tsx";
import { CREATE, JOIN } from "../features/spaces/spaces-view.tsx";
import { WELCOME } from "../features/welcome/use-welcome.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import type { Place } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { useUndo } from "../ui/undo.tsx";
import { useTheme } from "../ui/use-theme.ts";
import { PLACE_ICONS } from "./place-icons.ts";

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
  const { navigate } = useNavigation();
  const { setTheme } = useTheme();
  const { mutate: update } = useBridgeMutation("settings.update");
  const undo = useUndo();
  const { palette, shortcuts, theme, places } = text.frame;
  // Browsers reserve Ctrl+1 for tabs; Alt+1 works in both hosts.
  const go = (place: Place, key: string) => ({
    id: `go.${place}`,
    title: text.frame.goTo(text.frame[place]),
    group: places,
    keys: [`mod+${key}`, `alt+${key}`],
    icon: PLACE_ICONS[place],
    run: () => navigate({ place }),
  });
  useCommands([
    { id: "palette", title: palette.open, group: shortcuts.general, keys: ["mod+k"], run: openPalette, hidden: true },
    { id: "shortcuts", title: shortcuts.open, group: shortcuts.general, keys: ["?"], run: openShortcuts },
    {
      id: "undo",
      title: text.frame.undo,
      group: shortcuts.general,
      keys: ["mod+z"],
      inFields: false,
      run: undo.undoLast,
    },
    go("memories", "1"),
    go("activity", "2"),
    go("clients", "3"),
    go("settings", "4"),
    go("timeline", "5"),
    go("health", "6"),
    go("inbox", "7"),
    go("servers", "8"),
    go("conversations", "9"),
    {
      id: "go.pinned",
      title: text.frame.goTo(text.common.pinned),
      group: places,
      icon: Pin,
      run: () => navigate({ place: "memories", path: ["pinned"] }),
    },
    {
      id: "go.trash",
      title: text.frame.goTo(text.frame.trash),
      group: places,
      icon: Trash2,
      run: () => navigate({ place: "memories", path: ["trash"] }),
    },
    ...FINDING_KINDS.map((kind) => ({
      id: `go.health.${kind}`,
      title: text.frame.goTo(`${text.frame.health}: ${text.health.kinds[kind]}`),
      group: places,
      icon: PLACE_ICONS.health,
      run: () => navigate({ place: "health", path: [kind] }),
    })),
    {
      id: "servers.add",
      title: text.common.addServer,
      group: text.frame.servers,
      icon: Plus,
      run: () => navigate({ place: "servers", path: [ADD] }),
    },
    {
      id: "go.spaces",
      title: text.frame.goTo(text.frame.spaces),
      group: places,
      icon: PLACE_ICONS.spaces,
      run: () => navigate({ place: "spaces" }),
    },
    {
      id: "spaces.create",
      title: text.common.createSpace,
      group: text.frame.spaces,
      icon: Plus,
      run: () => navigate({ place: "spaces", path: [CREATE] }),
    },
    {
      id: "spaces.join",
      title: text.common.joinSpace,
      group: text.frame.spaces,
      icon: LogIn,
      run: () => navigate({ place: "spaces", path: [JOIN] }),
    },
    {
      id: "welcome",
      title: text.welcome.command,
      group: shortcuts.general,
      icon: Footprints,
      run: () => navigate({ place: "memories", path: [WELCOME] }),
    },
    {
      id: "import",
      title: text.imports.title,
      group: shortcuts.general,
      icon: Import,
      run: () => navigate({ place: "settings", path: [IMPORT] }),
    },
    ...LANGUAGES.map(({ value, name }) => ({
      id: `language.${value}`,
      title: text.frame.chooseLanguage(name ?? text.settings.language.system),
      group: theme.group,
      icon: Languages,
      run: () => update({ language: value }),
    })),
    { id: "theme.system", title: theme.system, group: theme.group, icon: Monitor, run: () => setTheme("system") },
    { id: "theme.light", title: theme.light, group: theme.group, icon: Sun, run: () => setTheme("light") },
    { id: "theme.dark", title: theme.dark, group: theme.group, icon: Moon, run: () => setTheme("dark") },
  ]);
}

import { useState } from "react";
import { Palette } from "../commands/palette.tsx";
import { ShortcutSheet } from "../commands/shortcut-sheet.tsx";
import { useLiveData } from "../data/use-live-data.ts";
import { ActivityView } from "../features/activity/activity-view.tsx";
import { ClientsView } from "../features/clients/clients-view.tsx";
import { HealthView } from "../features/health/health-view.tsx";
import { MemoriesView } from "../features/memories/memories-view.tsx";
import { usePasteMemory } from "../features/memories/paste/use-paste-memory.ts";
import { OverviewView } from "../features/overview/overview-view.tsx";
import { SettingsView } from "../features/settings/settings-view.tsx";
import { useNavigation } from "../navigation/navigation.tsx";
import type { Place } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { useAppliedTheme } from "../ui/use-theme.ts";
import { Alerts } from "./alerts.tsx";
import { Sidebar } from "./sidebar.tsx";
import { StatusNotice } from "./status-notice.tsx";
import { useFrameCommands } from "./use-frame-commands.ts";
import { usePlatform } from "./use-platform.ts";

const VIEWS: Readonly<Record<Place, () => React.JSX.Element>> = {
  memories: MemoriesView,
  overview: OverviewView,
  health: HealthView,
  activity: ActivityView,
  clients: ClientsView,
  settings: SettingsView,
};

/** The window: the sidebar, the place that is open, and what opens above both. */
export function Frame() {
  const text = useText();
  const { route } = useNavigation();
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  useLiveData();
  useAppliedTheme();
  usePlatform();
  usePasteMemory();
  useFrameCommands({ openPalette: () => setOpen("palette"), openShortcuts: () => setOpen("shortcuts") });
  const View = VIEWS[route.place];
  return (
    <div className="flex h-full">
      <Sidebar onPalette={() => setOpen("palette")} />
      <main aria-label={text.frame[route.place]} className="relative flex min-w-0 flex-1 flex-col bg-canvas">
        <StatusNotice />
        <Alerts />
        <div className="min-h-0 flex-1">
          <View />
        </div>
      </main>
      <Palette open={open === "palette"} onClose={() => setOpen(null)} />
      <ShortcutSheet open={open === "shortcuts"} onClose={() => setOpen(null)} />
    </div>
  );
}

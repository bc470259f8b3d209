import { useEffect, useState } from "react";
import { Palette } from "../commands/palette.tsx";
import { ShortcutSheet } from "../commands/shortcut-sheet.tsx";
import { useBridgeQuery } from "../data/use-bridge.tsx";
import { useLiveData } from "../data/use-live-data.ts";
import { ActivityView } from "../features/activity/activity-place.tsx";
import { ClientMemoriesView } from "../features/client-memories/client-memories-view.tsx";
import { ClientsView } from "../features/clients/clients-view.tsx";
import { ConversationsView } from "../features/conversations/conversations-view.tsx";
import { HealthView } from "../features/health/health-view.tsx";
import { FileDrop } from "../features/import/file-drop.tsx";
import { InboxView } from "../features/inbox/inbox-view.tsx";
import { MapView } from "../features/map/map-view.tsx";
import { MemoriesView } from "../features/memories/memories-view.tsx";
import { usePasteMemory } from "../features/memories/use-paste-memory.ts";
import { ProjectsView } from "../features/projects/projects-view.tsx";
import { RemoteDomainsView } from "../features/remote-domains/remote-domains-view.tsx";
import { ServersView } from "../features/servers/servers-view.tsx";
import { SettingsView } from "../features/settings/settings-view.tsx";
import { SpacesView } from "../features/spaces/spaces-view.tsx";
import { TimelineView } from "../features/timeline/timeline-view.tsx";
import { TodayView } from "../features/today/today-view.tsx";
import { useNavigation } from "../navigation/navigation.tsx";
import { areaOf, type Place } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { useAppliedTheme } from "../ui/use-theme.ts";
import { Alerts } from "./alerts.tsx";
import { ClientTabs, ProjectTabs } from "./area-tabs.tsx";
import { MemoryTabs } from "./memory-tabs.tsx";
import { Sidebar } from "./sidebar.tsx";
import { StatusNotice } from "./status-block.tsx";
import { useFrameCommands } from "./use-frame-commands.ts";

const VIEWS: Readonly<Record<Place, () => React.JSX.Element>> = {
  today: TodayView,
  projects: ProjectsView,
  memories: MemoriesView,
  inbox: InboxView,
  conversations: ConversationsView,
  timeline: TimelineView,
  map: MapView,
  health: HealthView,
  activity: ActivityView,
  clients: ClientsView,
  servers: ServersView,
  spaces: SpacesView,
  remoteDomains: RemoteDomainsView,
  clientMemories: ClientMemoriesView,
  settings: SettingsView,
};
/** The views of the places that have several. */
const TABS: Readonly<Partial<Record<Place, () => React.JSX.Element | null>>> = {
  memories: MemoryTabs,
  projects: ProjectTabs,
  clients: ClientTabs,
};

/** The window: the sidebar, the open place, and the dialogs above them. */
export function Frame() {
  const text = useText();
  const { route, navigate } = useNavigation();
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  useLiveData();
  useAppliedTheme();
  usePlatformAttribute();
  usePasteMemory();
  useFrameCommands({ openPalette: () => setOpen("palette"), openShortcuts: () => setOpen("shortcuts") });
  const opensPalette = route.query.get("palette") === "open";
  useEffect(() => {
    if (!opensPalette) return;
    setOpen("palette");
    navigate({ place: route.place, path: route.path }, { replace: true });
  }, [opensPalette, route, navigate]);
  const View = VIEWS[route.place];
  const Tabs = TABS[areaOf(route.place)];
  return (
    <div className="flex h-full">
      <Sidebar onPalette={() => setOpen("palette")} />
      <main aria-label={text.frame[route.place]} className="relative flex min-w-0 flex-1 flex-col bg-canvas">
        <StatusNotice />
        <Alerts />
        {Tabs !== undefined && <Tabs />}
        <div className="min-h-0 flex-1">
          <View />
        </div>
      </main>
      <Palette open={open === "palette"} onClose={() => setOpen(null)} />
      <FileDrop />
      <ShortcutSheet open={open === "shortcuts"} onClose={() => setOpen(null)} />
    </div>
  );
}

/** Sets `data-platform` on the page in the desktop app: styles reserve space for the system's window buttons. */
function usePlatformAttribute(): void {
  const { data } = useBridgeQuery("app.status", {});
  const platform = data?.host === "desktop" ? data.platform : undefined;
  useEffect(() => {
    if (platform !== undefined) document.documentElement.dataset.platform = platform;
  }, [platform]);
}

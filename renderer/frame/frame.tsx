import { memo, useCallback, useEffect, useState } from "react";
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
import { DeferredQuery, useNavigation } from "../navigation/navigation.tsx";
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
  const [open, setOpen] = useState<Overlay | null>(null);
  const openPalette = useCallback(() => setOpen("palette"), []);
  useLiveData();
  useAppliedTheme();
  usePlatformAttribute();
  // Only the open place follows each key of a search immediately: its results come sooner.
  return (
    <div className="flex h-full">
      <DeferredQuery>
        <Sidebar onPalette={openPalette} />
      </DeferredQuery>
      <Main />
      <DeferredQuery>
        <Overlays open={open} onOpen={setOpen} />
      </DeferredQuery>
    </div>
  );
}

/** The open place. */
function Main() {
  const text = useText();
  const { route } = useNavigation();
  const View = VIEWS[route.place];
  return (
    <main aria-label={text.frame[route.place]} className="relative flex min-w-0 flex-1 flex-col bg-canvas">
      <Head />
      <div className="min-h-0 flex-1">
        <View />
      </div>
    </main>
  );
}

/** The notices and tabs above the open place. */
const Head = memo(function Head() {
  return (
    <DeferredQuery>
      <StatusNotice />
      <Alerts />
      <Tabs />
    </DeferredQuery>
  );
});

function Tabs() {
  const { route } = useNavigation();
  const AreaTabs = TABS[areaOf(route.place)];
  return AreaTabs === undefined ? null : <AreaTabs />;
}

type Overlay = "palette" | "shortcuts";

interface OverlaysProps {
  readonly open: Overlay | null;
  readonly onOpen: (overlay: Overlay | null) => void;
}

/** The dialogs above the window, and the commands that every place has. */
function Overlays({ open, onOpen }: OverlaysProps) {
  const { route, navigate } = useNavigation();
  usePasteMemory();
  useFrameCommands({ openPalette: () => onOpen("palette"), openShortcuts: () => onOpen("shortcuts") });
  const opensPalette = route.query.get("palette") === "open";
  useEffect(() => {
    if (!opensPalette) return;
    onOpen("palette");
    navigate({ place: route.place, path: route.path }, { replace: true });
  }, [opensPalette, route, navigate, onOpen]);
  return (
    <>
      <Palette open={open === "palette"} onClose={() => onOpen(null)} />
      <FileDrop />
      <ShortcutSheet open={open === "shortcuts"} onClose={() => onOpen(null)} />
    </>
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

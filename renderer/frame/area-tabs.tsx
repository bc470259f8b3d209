import { useBridgeQuery } from "../data/use-bridge.tsx";
import { useNavigation } from "../navigation/navigation.tsx";
import type { Place } from "../navigation/route.ts";
import { useText } from "../text/use-text.ts";
import { PLACE_ICONS } from "./place-icons.ts";
import { type PlaceTab, PlaceTabs } from "./place-tabs.tsx";

/** The views of Projects: all projects, and how they are shared or stored. The page of a project has no tabs. */
export function ProjectTabs() {
  const text = useText();
  const { route } = useNavigation();
  const spaces = useBridgeQuery("spaces.list", {}).data ?? [];
  const remotes = useBridgeQuery("remoteDomains.list", {}).data ?? [];
  const stopped = spaces.filter(({ sync }) => sync.state === "stopped").length;
  const shown = (value: number) => (value === 0 ? null : text.common.count(value));
  if (route.place === "projects" && route.path.length > 0) return null;
  const tab = (place: Place, label: string, trailing: string | null = null): PlaceTab => ({
    view: place,
    label,
    icon: PLACE_ICONS[place],
    to: { place },
    trailing,
  });
  return (
    <PlaceTabs
      label={text.frame.projectViews}
      view={route.place}
      tabs={[
        tab("projects", text.frame.all),
        stopped > 0
          ? { ...tab("spaces", text.frame.spaces, text.spaces.stoppedCount(stopped)), tone: "bad" }
          : tab("spaces", text.frame.spaces, shown(spaces.length)),
        tab("remoteDomains", text.frame.remoteDomains, shown(remotes.length)),
      ]}
    />
  );
}

/** The views of Clients: the clients, and what they remember by themselves. */
export function ClientTabs() {
  const text = useText();
  const { route } = useNavigation();
  const tab = (place: Place, label: string): PlaceTab => ({
    view: place,
    label,
    icon: PLACE_ICONS[place],
    to: { place },
  });
  return (
    <PlaceTabs
      label={text.frame.clientViews}
      view={route.place}
      tabs={[tab("clients", text.frame.all), tab("clientMemories", text.frame.clientMemories)]}
    />
  );
}

import { Library, Pin, Trash2 } from "lucide-react";
import { useBridgeQuery } from "../data/use-bridge.tsx";
import { useNavigation } from "../navigation/navigation.tsx";
import { useText } from "../text/use-text.ts";
import { PLACE_ICONS } from "./place-icons.ts";
import { type PlaceTab, PlaceTabs } from "./place-tabs.tsx";

/** The views of Memories: all, pinned, by time, by similarity, what needs care, and the trash. */
export function MemoryTabs() {
  const text = useText();
  const { route } = useNavigation();
  const counts = useBridgeQuery("memories.counts", {}).data;
  const conflicts = (useBridgeQuery("spaces.list", {}).data ?? []).reduce((sum, space) => sum + space.conflicts, 0);
  const view = route.place === "memories" ? (route.path[0] ?? "all") : route.place;
  const shown = (value: number | undefined) => (value === undefined || value === 0 ? null : text.common.count(value));
  const tabs: readonly PlaceTab[] = [
    { view: "all", label: text.frame.all, icon: Library, to: { place: "memories" } },
    {
      view: "pinned",
      label: text.common.pinned,
      icon: Pin,
      to: { place: "memories", path: ["pinned"] },
      trailing: shown(counts?.pinned),
    },
    { view: "timeline", label: text.frame.timeline, icon: PLACE_ICONS.timeline, to: { place: "timeline" } },
    { view: "map", label: text.frame.map, icon: PLACE_ICONS.map, to: { place: "map" } },
    {
      view: "health",
      label: text.frame.health,
      icon: PLACE_ICONS.health,
      to: { place: "health", path: conflicts > 0 ? ["conflicts"] : [] },
      trailing: conflicts > 0 ? text.spaces.conflicts(conflicts) : null,
      tone: "warn",
    },
    {
      view: "trash",
      label: text.frame.trash,
      icon: Trash2,
      to: { place: "memories", path: ["trash"] },
      trailing: shown(counts?.trash),
    },
  ];
  const isKnown = tabs.some((tab) => tab.view === view);
  return <PlaceTabs label={text.frame.memoryViews} tabs={tabs} view={isKnown ? view : "all"} />;
}

import { Command, Pin, Trash2 } from "lucide-react";
import { useBridgeQuery } from "../data/use-bridge-query.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { useText } from "../text/use-text.ts";
import { KeyHint } from "../ui/key-hint.tsx";
import { PLACE_ICONS } from "./place-icons.ts";
import { PlaceLink } from "./place-link.tsx";
import { SavedViewLinks } from "./saved-view-links.tsx";
import { ActivitySparkline } from "./sparkline.tsx";
import { StatusBlock } from "./status-block.tsx";

/** The places, and the state of the service above them. */
export function Sidebar({ onPalette }: { readonly onPalette: () => void }) {
  const text = useText();
  const { route } = useNavigation();
  const counts = useBridgeQuery("memories.counts", {});
  const status = useBridgeQuery("app.status", {});
  const view = route.place === "memories" ? (route.path[0] ?? "all") : null;
  const isAll = view !== null && view !== "pinned" && view !== "trash";
  const shown = (value: number | undefined) => (value === undefined || value === 0 ? null : text.common.count(value));
  return (
    <div className="drag-region flex h-full w-50 shrink-0 flex-col gap-3 border-r border-line bg-sidebar p-2 max-wide:w-12 [[data-platform=darwin]_&]:pt-9">
      <StatusBlock />
      <nav aria-label={text.frame.places} className="flex min-h-0 flex-col gap-3">
        <ul className="flex flex-col gap-px">
          <PlaceLink
            label={text.frame.memories}
            icon={PLACE_ICONS.memories}
            to={{ place: "memories", path: [] }}
            current={isAll}
            keys="mod+1"
            trailing={shown(counts.data?.memories)}
          />
          <PlaceLink
            label={text.frame.activity}
            icon={PLACE_ICONS.activity}
            to={{ place: "activity", path: [] }}
            current={route.place === "activity"}
            keys="mod+2"
            trailing={<ActivitySparkline />}
          />
          <PlaceLink
            label={text.frame.clients}
            icon={PLACE_ICONS.clients}
            to={{ place: "clients", path: [] }}
            current={route.place === "clients"}
            keys="mod+3"
            trailing={shown(status.data?.clientsConnected)}
          />
          <PlaceLink
            label={text.frame.settings}
            icon={PLACE_ICONS.settings}
            to={{ place: "settings", path: [] }}
            current={route.place === "settings"}
            keys="mod+4"
          />
        </ul>
        <ul className="flex flex-col gap-px border-t border-line pt-3">
          <PlaceLink
            label={text.frame.pinned}
            icon={Pin}
            to={{ place: "memories", path: ["pinned"] }}
            current={view === "pinned"}
            trailing={shown(counts.data?.pinned)}
          />
          <PlaceLink
            label={text.frame.trash}
            icon={Trash2}
            to={{ place: "memories", path: ["trash"] }}
            current={view === "trash"}
            trailing={shown(counts.data?.trash)}
          />
          <PlaceLink
            label={text.frame.overview}
            icon={PLACE_ICONS.overview}
            to={{ place: "overview", path: [] }}
            current={route.place === "overview"}
            keys="mod+5"
          />
          <PlaceLink
            label={text.frame.health}
            icon={PLACE_ICONS.health}
            to={{ place: "health", path: [] }}
            current={route.place === "health"}
            keys="mod+6"
          />
        </ul>
        <SavedViewLinks />
      </nav>
      <button
        type="button"
        onClick={onPalette}
        aria-label={text.frame.palette.open}
        className="mt-auto flex h-7 items-center gap-2 rounded-md px-2 text-ink-faint transition-colors hover:bg-hover hover:text-ink max-wide:justify-center max-wide:px-0"
      >
        <Command size={15} strokeWidth={1.75} aria-hidden />
        <span className="flex-1 text-left max-wide:hidden">{text.frame.palette.button}</span>
        <span className="max-wide:hidden">
          <KeyHint keys="mod+k" />
        </span>
      </button>
    </div>
  );
}

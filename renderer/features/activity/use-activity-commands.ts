import { ChartNoAxesColumn, Download, Pause, Play, Search, Trash2 } from "lucide-react";
import { useCommands } from "../../commands/commands.tsx";
import { useText } from "../../text/use-text.ts";

interface ActivityCommands {
  readonly held: boolean;
  readonly pause: () => void;
  readonly follow: () => void;
  readonly search: () => void;
  readonly clear: () => void;
  readonly exportAll: () => void;
  /** Shows or hides the rates of each client. */
  readonly showRates: () => void;
}

/** What can be done while Activity is open. */
export function useActivityCommands(actions: ActivityCommands): void {
  const { held, pause, follow, search, clear, exportAll, showRates } = actions;
  const text = useText().activity;
  const { shortcuts } = text;
  const group = shortcuts.group;
  useCommands([
    { id: "activity.search", title: shortcuts.filter, group, keys: ["/"], icon: Search, run: search },
    { id: "activity.follow", title: shortcuts.follow, group, keys: ["f"], icon: Play, enabled: held, run: follow },
    // Shown as "space" and bound by the log itself: on a button the same key must press the button.
    { id: "activity.pause", title: shortcuts.pause, group, keys: ["space"], icon: Pause, run: held ? follow : pause },
    { id: "activity.export", title: text.export.action, group, icon: Download, run: exportAll },
    { id: "activity.rates", title: text.clientRates.show, group, icon: ChartNoAxesColumn, run: showRates },
    { id: "activity.clear", title: text.clear.action, group, icon: Trash2, run: clear },
  ]);
}

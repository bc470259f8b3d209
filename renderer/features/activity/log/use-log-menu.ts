import { Copy, Download, Filter, PanelRight, Pin, PinOff } from "lucide-react";
import type { RequestFilter, RequestSelection } from "../../../../electron/core/request-filter.ts";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { useBridge } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import type { MenuEntry } from "../../../ui/menu.tsx";
import { useToast } from "../../../ui/toast.tsx";
import type { LogSelection } from "./log-selection.tsx";

interface LogMenuOptions {
  readonly selection: LogSelection;
  readonly onOpen: (id: number) => void;
  readonly onFilter: (filter: RequestFilter) => void;
  readonly onExport: (selected: RequestSelection) => void;
  readonly onPin: (ids: readonly number[], pinned: boolean) => void;
}

/** The actions for a message as a menu; for a selected one, those for all selected messages. */
export function useLogMenu({ selection, onOpen, onFilter, onExport, onPin }: LogMenuOptions) {
  const bridge = useBridge();
  const { common, activity: text } = useText();
  const toast = useToast();
  return ({ id, pinned, client }: RequestSummary): readonly MenuEntry[] => {
    if (selection.ids.has(id) && selection.ids.size > 1) {
      const ids = [...selection.ids];
      return [
        { label: text.selection.export, icon: Download, onSelect: () => onExport({ ids }) },
        { label: common.pin, icon: Pin, onSelect: () => onPin(ids, true) },
      ];
    }
    const copy = () =>
      void bridge
        .invoke("requests.get", { id })
        .then(
          (detail) => toast.copy(JSON.stringify(detail, null, 2), common.copied, text.detail.copyFailed),
          toast.fail,
        );
    return [
      { label: common.open, icon: PanelRight, onSelect: () => onOpen(id) },
      {
        label: pinned ? text.pin.unpin : text.pin.pin,
        icon: pinned ? PinOff : Pin,
        onSelect: () => onPin([id], !pinned),
      },
      ...(client === null
        ? []
        : [{ label: text.onlyClient(client.name), icon: Filter, onSelect: () => onFilter({ client: client.name }) }]),
      { label: text.detail.copyJson, icon: Copy, onSelect: copy },
    ];
  };
}

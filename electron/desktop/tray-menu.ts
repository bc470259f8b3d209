import type { MenuItemConstructorOptions } from "electron";
import type { ClientConfiguration } from "../core/client-configuration.ts";
import type { AppStatus } from "../ipc/contract.ts";

export interface TrayActions {
  open(): void;
  copy(text: string): void;
  setServing(serving: boolean): void;
  quit(): void;
}

/** One line that is always true: what is served where, or why nothing is. */
export function describeStatus(status: AppStatus): string {
  if (status.serving === "failed") return status.problem ?? "Recollect cannot serve.";
  if (status.serving === "paused") return `Paused on port ${status.port}`;
  const clients = status.clientsConnected === 1 ? "1 client" : `${status.clientsConnected} clients`;
  return `Serving on port ${status.port}, ${clients} connected`;
}

/** What the tray offers now. */
export function buildTrayMenu(
  status: AppStatus,
  configurations: readonly ClientConfiguration[],
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  const copies = configurations.flatMap((configuration): MenuItemConstructorOptions[] => {
    const [best] = configuration.snippets;
    return best === undefined ? [] : [{ label: configuration.title, click: () => actions.copy(best.text) }];
  });
  return [
    { label: describeStatus(status), enabled: false },
    { type: "separator" },
    { label: "Open Recollect", click: () => actions.open() },
    { label: "Copy configuration for", submenu: copies, enabled: copies.length > 0 },
    status.serving === "paused"
      ? { label: "Resume serving", click: () => actions.setServing(true) }
      : { label: "Pause serving", click: () => actions.setServing(false), enabled: status.serving === "serving" },
    { type: "separator" },
    { label: "Quit Recollect", click: () => actions.quit() },
  ];
}

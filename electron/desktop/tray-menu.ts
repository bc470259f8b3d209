import type { MenuItemConstructorOptions } from "electron";
import type { ClientConfiguration } from "../core/client-configuration.ts";
import { type Memory, titleOf } from "../core/memory.ts";
import type { Text } from "../text/en.ts";
import { errorText } from "../text/error-text.ts";
import type { AppStatus } from "../window-api/contract.ts";

export interface TrayActions {
  open(): void;
  openMemory(id: string): void;
  openInbox(): void;
  openServers(): void;
  search(): void;
  newMemory(): void;
  openSettings(): void;
  copy(text: string): void;
  setServing(serving: boolean): void;
  restartToUpdate(): void;
  quit(): void;
}

/** The contents of the tray. */
export interface TrayContents {
  readonly status: AppStatus;
  /** The newest first. */
  readonly recent: readonly Memory[];
  /** How many memories wait for the owner's review. */
  readonly waiting: number;
  /** How many tools of other servers wait for the owner's approval. */
  readonly toApprove: number;
  /** The version that waits for a restart; null if there is none. */
  readonly update: string | null;
  readonly configurations: readonly ClientConfiguration[];
}

/** Longest title of a memory in the menu, in characters. */
const MAX_TITLE_LENGTH = 48;

/** One line: the port that is served, or why none is. */
export function describeStatus({ serving, problem, alerts, port, clientsConnected }: AppStatus, text: Text): string {
  if (serving === "paused") return text.desktop.tray.paused(port);
  if (serving === "serving") return text.desktop.tray.serving(port, clientsConnected);
  const failure = alerts.find(({ message }) => message === problem);
  return failure === undefined ? (problem ?? text.desktop.tray.failed) : errorText(failure, text).message;
}

/** Builds the tray's menu. */
export function buildTrayMenu(
  { status, recent, waiting, toApprove, update, configurations }: TrayContents,
  text: Text,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  const words = text.desktop.tray;
  const copies = configurations.flatMap((configuration): MenuItemConstructorOptions[] => {
    const [best] = configuration.snippets;
    return best === undefined ? [] : [{ label: configuration.title, click: () => actions.copy(best.text) }];
  });
  return [
    { label: describeStatus(status, text), enabled: false },
    ...(waiting === 0 ? [] : [{ label: words.waiting(waiting), click: () => actions.openInbox() }]),
    ...(toApprove === 0 ? [] : [{ label: words.toApprove(toApprove), click: () => actions.openServers() }]),
    { type: "separator" },
    { label: recent.length === 0 ? words.nothing : words.recent, enabled: false },
    ...recent.map(({ id, content }) => ({
      label: asLabel(titleOf(content, MAX_TITLE_LENGTH)),
      click: () => actions.openMemory(id),
    })),
    { type: "separator" },
    { label: words.open, click: () => actions.open() },
    { label: words.search, click: () => actions.search() },
    { label: words.newMemory, click: () => actions.newMemory() },
    { label: words.settings, click: () => actions.openSettings() },
    { label: words.copy, submenu: copies, enabled: copies.length > 0 },
    status.serving === "paused"
      ? { label: words.resume, click: () => actions.setServing(true) }
      : { label: words.pause, click: () => actions.setServing(false), enabled: status.serving === "serving" },
    { type: "separator" },
    ...(update === null
      ? []
      : [{ label: text.updates.restartToUpdate(update), click: () => actions.restartToUpdate() }]),
    { label: words.quit, click: () => actions.quit() },
  ];
}

/** A single ampersand would underline the letter behind it. */
function asLabel(title: string): string {
  return title.replaceAll("&", "&&");
}

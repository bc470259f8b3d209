import type { MenuItemConstructorOptions } from "electron";
import type { ClientConfiguration } from "../core/client-configuration.ts";
import { errorWords } from "../core/error-words.ts";
import { type Memory, titleOf } from "../core/memory.ts";
import type { AppStatus } from "../ipc/contract.ts";
import type { DesktopText } from "./text/en.ts";

export interface TrayActions {
  open(): void;
  openMemory(id: string): void;
  copy(text: string): void;
  setServing(serving: boolean): void;
  quit(): void;
}

/** What the tray shows. */
export interface TrayContents {
  readonly status: AppStatus;
  /** The newest first. */
  readonly recent: readonly Memory[];
  readonly configurations: readonly ClientConfiguration[];
}

/** A menu is read at a glance. */
const TITLE_LENGTH = 48;

/** One line that is always true: what is served where, or why nothing is. */
export function describeStatus(
  { serving, problem, alerts, port, clientsConnected }: AppStatus,
  text: DesktopText,
): string {
  if (serving === "paused") return text.tray.paused(port);
  if (serving === "serving") return text.tray.serving(port, clientsConnected);
  const failure = alerts.find(({ message }) => message === problem);
  return failure === undefined ? (problem ?? text.tray.failed) : errorWords(failure, text.language).message;
}

/** What the tray offers now. */
export function buildTrayMenu(
  { status, recent, configurations }: TrayContents,
  text: DesktopText,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  const words = text.tray;
  const copies = configurations.flatMap((configuration): MenuItemConstructorOptions[] => {
    const [best] = configuration.snippets;
    return best === undefined ? [] : [{ label: configuration.title, click: () => actions.copy(best.text) }];
  });
  return [
    { label: describeStatus(status, text), enabled: false },
    { type: "separator" },
    { label: recent.length === 0 ? words.nothing : words.recent, enabled: false },
    ...recent.map(({ id, content }) => ({
      label: asLabel(titleOf(content, TITLE_LENGTH)),
      click: () => actions.openMemory(id),
    })),
    { type: "separator" },
    { label: words.open, click: () => actions.open() },
    { label: words.copy, submenu: copies, enabled: copies.length > 0 },
    status.serving === "paused"
      ? { label: words.resume, click: () => actions.setServing(true) }
      : { label: words.pause, click: () => actions.setServing(false), enabled: status.serving === "serving" },
    { type: "separator" },
    { label: words.quit, click: () => actions.quit() },
  ];
}

/** A single ampersand would underline the letter behind it. */
function asLabel(title: string): string {
  return title.replaceAll("&", "&&");
}

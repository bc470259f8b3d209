import { app, dialog } from "electron";
import type { DamageChoice } from "../store/lifecycle/damage.ts";
import type { Text } from "../text/en.ts";
import { errorText } from "../text/error-text.ts";
import type { ErrorBody } from "../text/errors.ts";
import type { MessageText } from "../text/message.ts";

/** Shows why the application cannot start. Returns when the owner closes the dialog. */
export function showFailure(error: ErrorBody, text: Text): void {
  const { message, hint = "" } = errorText(error, text);
  dialog.showErrorBox(message, hint);
}

/** Asks what to do with a damaged database. Null means to quit and change nothing. */
export function askAboutDamage(newestBackup: string | null, error: ErrorBody, text: Text): DamageChoice | null {
  const words = text.desktop.damaged;
  const choices: readonly (readonly [string, DamageChoice | null])[] = [
    ...(newestBackup === null ? [] : [[words.restore, "restore"] as const]),
    [words.startFresh, "fresh"],
    [words.quit, null],
  ];
  const labels = choices.map(([label]) => label);
  return choices[warn(words.title, errorText(error, text), labels, 0)]?.[1] ?? null;
}

/** Shows a dialog with an error. Returns the chosen button; the last one cancels. */
function warn(title: string, { message, hint = "" }: MessageText, buttons: string[], defaultId: number): number {
  const detail = `${message}\n\n${hint}`;
  const cancelId = buttons.length - 1;
  return dialog.showMessageBoxSync({ type: "warning", message: title, detail, buttons, cancelId, defaultId });
}

/** Asks whether to go back to the newest backup that this version can read: a newer version wrote the data. */
export function askToGoBack(error: ErrorBody, text: Text): boolean {
  const { title, goBack, quit } = text.desktop.newer;
  const GO_BACK = 0;
  const QUIT = 1;
  return warn(title, errorText(error, text), [goBack, quit], QUIT) === GO_BACK;
}

/** Reports that the window's process ended. Returns whether to open the window again. */
export async function askToReopen({ desktop: { crashed: words } }: Text): Promise<boolean> {
  const REOPEN = 0;
  const { response } = await dialog.showMessageBox({
    type: "error",
    title: app.name,
    message: words.title,
    detail: words.detail,
    buttons: [words.reload, words.close],
    defaultId: REOPEN,
    cancelId: 1,
  });
  return response === REOPEN;
}

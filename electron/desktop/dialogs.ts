import { app, dialog } from "electron";
import type { DamageChoice } from "../store/lifecycle/damage.ts";
import type { Text } from "../text/en.ts";
import { errorText } from "../text/error-text.ts";
import type { ErrorBody } from "../text/errors.ts";

/** Shows why the application cannot start. Returns when the owner closes the dialog. */
export function showFailure(error: ErrorBody, text: Text): void {
  const { message, hint = "" } = errorText(error, text);
  dialog.showErrorBox(message, hint);
}

/** Asks what to do with a damaged database. Null means to quit and change nothing. */
export function askAboutDamage(newestBackup: string | null, error: ErrorBody, text: Text): DamageChoice | null {
  const words = text.desktop.damaged;
  const { message, hint = "" } = errorText(error, text);
  const choices: readonly (readonly [string, DamageChoice | null])[] = [
    ...(newestBackup === null ? [] : [[words.restore, "restore"] as const]),
    [words.startFresh, "fresh"],
    [words.quit, null],
  ];
  const answer = dialog.showMessageBoxSync({
    type: "warning",
    message: words.title,
    detail: `${message}\n\n${hint}`,
    buttons: choices.map(([label]) => label),
    cancelId: choices.length - 1,
    defaultId: 0,
  });
  return choices[answer]?.[1] ?? null;
}

/** Asks whether to go back to the newest backup that this version can read: a newer version wrote the data. */
export function askToGoBack(error: ErrorBody, text: Text): boolean {
  const words = text.desktop.newer;
  const { message, hint = "" } = errorText(error, text);
  const GO_BACK = 0;
  const QUIT = 1;
  const answer = dialog.showMessageBoxSync({
    type: "warning",
    message: words.title,
    detail: `${message}\n\n${hint}`,
    buttons: [words.goBack, words.quit],
    cancelId: QUIT,
    defaultId: QUIT,
  });
  return answer === GO_BACK;
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

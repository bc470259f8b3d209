import { app, dialog } from "electron";
import { errorWords } from "../core/error-words.ts";
import type { ErrorBody } from "../core/errors.ts";
import type { DamageChoice } from "../store/damage.ts";
import type { DesktopText } from "./text/en.ts";

/** Says why the application cannot start. Returns when the owner has read it. */
export function showFailure(error: ErrorBody, text: DesktopText): void {
  const { message, hint = "" } = errorWords(error, text.language);
  dialog.showErrorBox(message, hint);
}

/** Null: neither; the application ends and everything stays as it is. */
export function askAboutDamage(newestBackup: string | null, error: ErrorBody, text: DesktopText): DamageChoice | null {
  const words = text.damaged;
  const { message, hint = "" } = errorWords(error, text.language);
  const choices: readonly (readonly [string, DamageChoice | null])[] = [
    ...(newestBackup === null ? [] : [[words.restore, "restore"] as const]),
    [words.beginEmpty, "fresh"],
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

/** Tells that the window's process ended; answers whether it is to be opened again. */
export async function askToReopen({ crashed: words }: DesktopText): Promise<boolean> {
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

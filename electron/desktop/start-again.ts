import { spawn } from "node:child_process";
import { app } from "electron";
import { appImageOf } from "../platform/app-image.ts";

/** Starts a program that takes the place of this one; default: the program that runs, with its window. */
export function startAgain(program: string | null = appImageOf(process.env, process.execPath)): void {
  const args = program === null && !app.isPackaged ? [app.getAppPath()] : [];
  // Chromium cannot sandbox root.
  if (app.commandLine.hasSwitch("no-sandbox")) args.push("--no-sandbox");
  app.releaseSingleInstanceLock();
  spawn(program ?? process.execPath, args, { detached: true, stdio: "ignore" }).unref();
}

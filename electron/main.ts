import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { app, protocol } from "electron";
import { APP_SCHEME, LINK_SCHEME } from "./desktop/app-scheme.ts";
import { enableCompileCache, storeCompileCache } from "./platform/compile-cache.ts";
import { dataFiles, dataFolder } from "./platform/paths.ts";
import { setV8Flags } from "./platform/v8-flags.ts";

// Other accounts of the computer can read the arguments of a process, and a link to join a space contains its secret.
// On Linux a title is written over them; `process.argv` is a copy.
if (process.argv.some((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`))) process.title = "recollect";

// Electron becomes ready only after this module has run, so it contains only what must happen before.
const files = dataFiles(dataFolder(process.env, process.platform, homedir()));
mkdirSync(files.browserProfile, { recursive: true, mode: 0o700 });
app.setPath("userData", files.browserProfile);

// One instance for each data folder. `app.quit()` would briefly show the second instance's window.
if (!app.requestSingleInstanceLock()) process.exit(0);

// Chromium would ask the system's keyring for a key, and open no window before the owner answers. Its profile contains
// no secrets: no cookies, no passwords.
app.commandLine.appendSwitch("password-store", "basic");
protocol.registerSchemesAsPrivileged([APP_SCHEME]);
// Chromium cannot sandbox root. A start as root needs --no-sandbox, and enabling the sandbox would crash every process.
if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
// Graphics drivers take 33 MB of private memory and 0.3 s of the start, even if no window is open. Without them the
// window scrolls at the same rate (ADR 0029). Measured on Linux only.
if (process.platform === "linux") {
  app.disableHardwareAcceleration();
  // Else GTK loads them when it is initialised, for widgets that this application does not use. It reads the variable
  // then, before `ready`; other programs that the application starts must not inherit it.
  if (process.env.GDK_GL === undefined) {
    process.env.GDK_GL = "disable";
    app.once("ready", () => delete process.env.GDK_GL);
  }
}
enableCompileCache(files.compiledCode);
// macOS reports the link with which the application is started before it is ready.
const links: string[] = [];
app.once("open-url", (event, link) => {
  event.preventDefault();
  links.push(link);
});
void import("./desktop/run-desktop.ts").then(async ({ runDesktop }) => {
  await runDesktop(files, links);
  setV8Flags(process.versions.v8);
  storeCompileCache(files.compiledCode);
});

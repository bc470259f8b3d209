import { mkdirSync } from "node:fs";
import module from "node:module";
import { homedir } from "node:os";
import { app, protocol } from "electron";
import { APP_SCHEME } from "./desktop/app-scheme.ts";
import { dataFiles, dataFolder } from "./platform/paths.ts";

// Electron is ready only once this module has run, so it does no more than must happen before that.
const files = dataFiles(dataFolder(process.env, process.platform, homedir()));
mkdirSync(files.browserProfile, { recursive: true, mode: 0o700 });
app.setPath("userData", files.browserProfile);

// One instance for each data folder; `app.quit()` would let the loser's window flash up first.
if (!app.requestSingleInstanceLock()) process.exit(0);

// Chromium would ask the system's keyring for a key of its own, and open no window before its owner had answered. Its
// profile holds no secret: no cookie, no password.
app.commandLine.appendSwitch("password-store", "basic");
protocol.registerSchemesAsPrivileged([APP_SCHEME]);
// Chromium has no sandbox for root: whoever starts it so says --no-sandbox, and enabling it would crash every process.
if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
module.enableCompileCache();
void import("./desktop/run-desktop.ts").then(({ runDesktop }) => runDesktop(files));

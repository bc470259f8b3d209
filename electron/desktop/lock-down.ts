import { app, type Session, session, type WebContents } from "electron";
import type { Logger } from "../core/ports.ts";
import { APP_ORIGIN } from "./app-scheme.ts";
import { openExternal } from "./open-external.ts";

/** All that a page of ours may be given. */
const PERMISSIONS = new Set(["clipboard-sanitized-write"]);

/** No page leaves our own, opens another window, attaches a webview or is given a permission. Links go to the browser. */
export function lockDownPages(logger: Logger): void {
  app.on("web-contents-created", (_, contents) => confine(contents, logger));
  denyPermissions(session.defaultSession);
}

function confine(contents: WebContents, logger: Logger): void {
  const stayHome = (event: { preventDefault(): void; readonly url: string }) => {
    if (event.url.startsWith(`${APP_ORIGIN}/`)) return;
    event.preventDefault();
    logger.warn("A page tried to leave the application", { url: event.url });
  };
  contents.on("will-navigate", stayHome);
  contents.on("will-frame-navigate", stayHome);
  contents.on("will-redirect", stayHome);
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url).catch((error: unknown) => logger.warn("A link was not opened", { url, error }));
    return { action: "deny" };
  });
}

function denyPermissions(pages: Session): void {
  pages.setPermissionRequestHandler((_, permission, answer) => answer(PERMISSIONS.has(permission)));
  pages.setPermissionCheckHandler((_, permission) => PERMISSIONS.has(permission));
  pages.setDevicePermissionHandler(() => false);
}

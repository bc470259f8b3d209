import { app, type Session, session, type WebContents } from "electron";
import type { Logger } from "../core/ports.ts";
import { APP_ORIGIN } from "./app-scheme.ts";
import { openExternal } from "./open-external.ts";

/** All that our own page may be given: to copy, and to create a memory from what was copied elsewhere. */
const PERMISSIONS = new Set(["clipboard-sanitized-write", "clipboard-read"]);

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
  pages.setPermissionRequestHandler((_, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(isMainFrame && mayHave(permission, requestingUrl)),
  );
  pages.setPermissionCheckHandler((_, permission, requestingOrigin) => mayHave(permission, requestingOrigin));
  pages.setDevicePermissionHandler(() => false);
}

/** @param page its address or origin, as Chromium gives it: with or without a slash at its end */
function mayHave(permission: string, page: string): boolean {
  return PERMISSIONS.has(permission) && (page === APP_ORIGIN || page.startsWith(`${APP_ORIGIN}/`));
}

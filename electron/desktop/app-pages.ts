import { app, protocol, type Session, session, type WebContents } from "electron";
import type { Logger } from "../core/ports.ts";
import { readWindowFile } from "../window-api/window-files.ts";
import { APP_HOST, APP_ORIGIN, APP_SCHEME } from "./app-scheme.ts";
import { openExternal } from "./host-actions.ts";

/** The permissions of the application's page: to copy, and to create a memory from the clipboard. */
const PERMISSIONS = new Set(["clipboard-sanitized-write", "clipboard-read"]);

/** Serves the files of the window's build at `app://recollect/`. */
export function serveAppProtocol(folder: string): void {
  protocol.handle(APP_SCHEME.scheme, async (request) => {
    const url = new URL(request.url);
    const file = request.method === "GET" && url.host === APP_HOST ? await readWindowFile(folder, url.pathname) : null;
    return file === null ? new Response(null, { status: 404 }) : new Response(file.body, { headers: file.headers });
  });
}

/** Prevents navigation to other pages, new windows, webviews and permissions. Links open in the browser. */
export function lockDownPages(logger: Logger): void {
  app.on("web-contents-created", (_, contents) => confine(contents, logger));
  denyPermissions(session.defaultSession);
}

function confine(contents: WebContents, logger: Logger): void {
  const preventNavigation = (event: { preventDefault(): void; readonly url: string }) => {
    if (event.url.startsWith(`${APP_ORIGIN}/`)) return;
    event.preventDefault();
    logger.warn("A page tried to navigate away from the application", { url: event.url });
  };
  contents.on("will-navigate", preventNavigation);
  contents.on("will-frame-navigate", preventNavigation);
  contents.on("will-redirect", preventNavigation);
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url).catch((error: unknown) => logger.warn("A link was not opened", { url, error }));
    return { action: "deny" };
  });
}

function denyPermissions(pages: Session): void {
  pages.setPermissionRequestHandler((_, permission, respond, { requestingUrl, isMainFrame }) =>
    respond(isMainFrame && isAllowed(permission, requestingUrl)),
  );
  pages.setPermissionCheckHandler((_, permission, requestingOrigin) => isAllowed(permission, requestingOrigin));
  pages.setDevicePermissionHandler(() => false);
}

/** @param page the URL or origin of the page, with or without a trailing slash */
function isAllowed(permission: string, page: string): boolean {
  return PERMISSIONS.has(permission) && (page === APP_ORIGIN || page.startsWith(`${APP_ORIGIN}/`));
}

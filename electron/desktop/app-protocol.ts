import { protocol } from "electron";
import { readWindowFile } from "../ipc/window-files.ts";
import { APP_HOST, APP_SCHEME } from "./app-scheme.ts";

/** Serves the window's build at `app://recollect/`, and nothing else. */
export function serveAppProtocol(folder: string): void {
  protocol.handle(APP_SCHEME.scheme, async (request) => {
    const url = new URL(request.url);
    const file = request.method === "GET" && url.host === APP_HOST ? await readWindowFile(folder, url.pathname) : null;
    return file === null ? new Response(null, { status: 404 }) : new Response(file.body, { headers: file.headers });
  });
}

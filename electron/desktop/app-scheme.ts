import type { CustomScheme } from "electron";

/** The scheme of the application's pages. Register it before Electron is ready. `codeCache` caches compiled scripts. */
export const APP_SCHEME: CustomScheme = {
  scheme: "app",
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};
export const APP_HOST = "recollect";
export const APP_ORIGIN = `${APP_SCHEME.scheme}://${APP_HOST}`;

/** The URL scheme of memories and invitations. The system opens such links with this application. */
export const LINK_SCHEME = "recollect";

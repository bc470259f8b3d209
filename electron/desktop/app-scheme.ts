import type { CustomScheme } from "electron";

/** Our own pages' scheme; registered before Electron is ready. `codeCache` keeps compiled scripts between starts. */
export const APP_SCHEME: CustomScheme = {
  scheme: "app",
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};
export const APP_HOST = "recollect";
export const APP_ORIGIN = `${APP_SCHEME.scheme}://${APP_HOST}`;

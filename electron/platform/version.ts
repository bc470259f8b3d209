import manifest from "../../package.json" with { type: "json" };

/** The application's version, as its package says. */
export const APP_VERSION: string = manifest.version;

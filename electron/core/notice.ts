/** The file of notices in the window's build, next to its page. */
export const NOTICES_FILE = "third-party-notices.json";

/** The notice of a licence: third-party software that the application contains. */
export interface Notice {
  readonly name: string;
  /** Empty if it has no version of its own. */
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}

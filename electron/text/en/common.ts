import { count, counted, plural } from "./format.ts";
/** Words used in more than one place. */
export const common = {
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  delete: "Delete",
  undo: "Undo",
  retry: "Try again",
  copy: "Copy",
  copied: "Copied",
  clear: "Clear",
  remove: (name: string) => `Remove ${name}`,
  loading: "Loading",
  resizePane: "Resize pane",
  sentences: (...parts: readonly string[]) => parts.join(" "),
  notifications: "Notifications",
  dismiss: "Dismiss",
  justNow: "now",
  yesterday: "yesterday",
  count,
  fold: {
    more: (lines: number, matches: number) => {
      const more = `Show ${count(lines)} more ${plural(lines, "line", "lines")}`;
      return matches === 0 ? more : `${more} (${counted(matches, "match", "matches")})`;
    },
    fewer: "Show fewer lines",
  },
  failedTitle: "Something went wrong",
  offlineTitle: "Recollect is not responding",
  offlineText: "The window lost its connection to Recollect and keeps trying to reconnect.",
  offlineHint: "If this persists, check that Recollect is running, and restart it.",
  signedOutTitle: "This tab is not signed in",
  signedOutText:
    "Each link to Recollect works once, within ten minutes, and for one tab. A tab stays signed in until it is closed, signed out in Settings, or unused for 12 hours, or until Recollect stops.",
  signedOutStepRun: "Run",
  signedOutStepCheckout: "or, in a checkout,",
  signedOutStepOpen: "Open the link that it prints. A Recollect that is already running keeps running.",
  undone: "Undone",
  nothingToUndo: "Nothing to undo",
};

/** Texts of the tray, the menus and the system dialogs. Every other language has the type of the English ones. */
export const desktop = {
  tray: {
    serving: (port: number, clients: number) =>
      `Serving on port ${port}, ${clients === 1 ? "1 client" : `${clients} clients`} connected`,
    paused: (port: number) => `Paused on port ${port}`,
    failed: "Recollect is not serving.",
    recent: "Recent memories",
    nothing: "No memories yet",
    toApprove: (count: number) =>
      count === 1 ? "1 tool waits for your approval" : `${count} tools wait for your approval`,
    waiting: (count: number) => (count === 1 ? "1 memory waits for review" : `${count} memories wait for review`),
    open: "Open Recollect",
    copy: "Copy configuration for",
    pause: "Pause serving",
    resume: "Resume serving",
    quit: "Quit Recollect",
  },
  notification: {
    title: "Inbox",
    waiting: (count: number) =>
      count === 1 ? "1 memory waits for your review." : `${count} memories wait for your review.`,
  },
  menu: {
    about: "About Recollect",
    hide: "Hide Recollect",
    hideOthers: "Hide Others",
    showAll: "Show All",
    quit: "Quit Recollect",
    file: "File",
    close: "Close Window",
    edit: "Edit",
    undo: "Undo",
    redo: "Redo",
    cut: "Cut",
    copy: "Copy",
    paste: "Paste",
    selectAll: "Select All",
    view: "View",
    actualSize: "Actual Size",
    zoomIn: "Zoom In",
    zoomOut: "Zoom Out",
    fullScreen: "Full Screen",
    window: "Window",
    minimize: "Minimize",
  },
  damaged: {
    title: "The memory database is damaged.",
    restore: "Restore backup",
    startFresh: "Start fresh",
    quit: "Quit",
  },
  newer: {
    title: "The data was written by a newer version of Recollect.",
    goBack: "Go back",
    quit: "Quit",
  },
  crashed: {
    title: "The window crashed.",
    detail: "Recollect keeps running. Saved memories are safe, and your draft is restored when you reopen the window.",
    reload: "Reopen",
    close: "Close",
  },
};

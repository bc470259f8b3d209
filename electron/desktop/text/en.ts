/** What the system shows of the application: tray, menus, dialogs. English, which every other language is typed after. */
export const en = {
  language: "en",
  tray: {
    serving: (port: number, clients: number) =>
      `Serving on port ${port}, ${clients === 1 ? "1 client" : `${clients} clients`} connected`,
    paused: (port: number) => `Paused on port ${port}`,
    failed: "Recollect cannot serve.",
    recent: "Recent memories",
    nothing: "No memories yet",
    open: "Open Recollect",
    copy: "Copy configuration for",
    pause: "Pause serving",
    resume: "Resume serving",
    quit: "Quit Recollect",
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
    title: "The memories' database is damaged.",
    restore: "Restore the backup",
    beginEmpty: "Begin empty",
    quit: "Quit",
  },
  crashed: {
    title: "The window stopped working.",
    detail: "Recollect goes on serving. Nothing that was saved is lost, and a draft is there again when you open it.",
    reload: "Open it again",
    close: "Close it",
  },
};

export type DesktopText = typeof en;

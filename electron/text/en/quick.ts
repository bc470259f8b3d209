/** The small window over other programs, which searches and captures. */
export const quick = {
  title: "Quick window",
  field: "Search memories, or write one",
  project: "Project of the new memory",
  results: "Memories found",
  nothing: "No memory matches.",
  empty: "Type to search. The same text can become a memory.",
  open: "open",
  save: "Save as a memory",
  hide: "hide",
  setting: {
    label: "Quick window",
    hint: "A combination of keys that opens a small window over any program, to search memories and to write one.",
    off: "Off",
    choose: "Choose keys…",
    change: "Change…",
    recording: "Press the keys…",
    remove: "Turn off",
    taken: "Another program uses it, so it does not open the window. Choose another one.",
    unusable: "Use Ctrl, Alt or the system’s key together with a letter, a digit, Space, an arrow or a function key.",
    wayland:
      "On Wayland the desktop can refuse such a combination. If it does not work, add one in the settings of your desktop that starts Recollect with --quick.",
    browser: "Only the desktop application has it.",
  },
};

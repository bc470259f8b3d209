const count = (value: number) => value.toLocaleString("en");
const memories = (value: number) => `${count(value)} ${value === 1 ? "memory" : "memories"}`;

export const settings = {
  title: "Settings",
  connection: "Connection",
  port: {
    label: "Port",
    hint: {
      desktop: "A change takes effect at once. Client configurations hold the port and must be copied again.",
      browser: "A change takes effect at the next start. Client configurations hold the port and must be copied again.",
    },
    save: "Change port",
    blank: "Enter a port.",
    notANumber: "A port is a whole number.",
    outOfRange: (lowest: number, highest: number) => `Choose a port from ${lowest} to ${highest}.`,
    restart: (next: number, now: number) =>
      `Port ${next} is used from the next start of Recollect. Until then clients reach it at ${now}.`,
    moved: (port: number) => `Recollect serves on port ${port} now. Clients still look for it at the old one.`,
    copyConfigurations: "Copy new configurations",
    address: "Address",
    copyAddress: "Copy address",
  },
  general: "General",
  language: { label: "Language", system: "System" },
  theme: { label: "Theme", system: "System", light: "Light", dark: "Dark" },
  start: {
    label: "Start at login",
    hint: "Recollect waits in the tray, so that assistants always find it.",
    cannot: "Not available here. Start Recollect with your session's own means, or let a stdio client start it.",
  },
  index: {
    title: "Search",
    text: "By words",
    vectors: "By meaning",
    indexed: (value: number) => `Ready: ${memories(value)}.`,
    rebuilding: "Being rebuilt. Search answers meanwhile.",
    progress: (done: number, total: number) => `${count(done)} of ${count(total)}`,
    progressLabel: { text: "Rebuilding the index of words", vectors: "Reading memories for their meaning" },
    off: "Off: no model is installed. Search answers from text alone.",
    idle: "The model is loaded when it is first needed.",
    loading: "Answering from text alone until the model is ready.",
    failed: "The model could not be loaded. Search answers from text alone.",
    ready: (value: number) => `Ready: ${memories(value)}.`,
    pending: (ready: number, pending: number) =>
      `${memories(ready)} ready, ${count(pending)} still to be read by the model. They are found by words meanwhile.`,
    model: (name: string) => `Model: ${name}`,
    rebuild: "Rebuild",
    rebuildHint: "Only needed when search misses what is there.",
    cancel: "Stop",
    finished: "The index was rebuilt.",
    rebuildFailed: "The index could not be rebuilt.",
    cancelled: "Rebuilding was stopped. The index goes on working.",
  },
  data: {
    title: "Data",
    folder: "Data folder",
    logs: "Log files",
    open: "Open folder",
    copyPath: "Copy path",
  },
  secrets: {
    title: "Secrets",
    place: { keychain: "In the system's keychain.", file: "In files of the data folder." },
    noKeychain: "In files of the data folder: no keychain was found here.",
    hint: {
      keychain:
        "The key that signs clients' tokens, and a model server's key. A session that cannot open the keychain, such as a remote shell, cannot let clients in by their tokens.",
      file: "The key that signs clients' tokens (token.key), and a model server's key. Only your user can read the files, but every program you run is your user.",
    },
    move: { keychain: "Move into the keychain", file: "Keep in files instead" },
    problem: {
      closed:
        "The system's keychain does not open. Until it does, clients with a token of their own are refused; those that start Recollect's stdio command go on working.",
      lost: "The system's keychain no longer holds the key that signs clients' tokens. Clients with a token of their own are refused.",
    },
    tryAgain: "Ask the keychain again",
    replace: "Make a new key…",
    replaceTitle: "Make a new key?",
    replaceDescription:
      "Every client with a token of its own has to be connected again, also when the old key is found later.",
    replaceAction: "Make a new key",
  },
  about: {
    title: "About",
    version: "Version",
    host: "Runs as",
    desktop: "desktop app",
    headless: "service without a window",
    started: "started",
  },
};

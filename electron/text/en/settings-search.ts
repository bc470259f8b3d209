/** The list of sections in Settings, and the search of settings. */
export const settingsSearch = {
  sections: "Sections of Settings",
  label: "Search settings",
  results: "Settings found",
  nothing: (query: string) => `No setting matches “${query}”.`,
  nothingHint: "Try another word, such as “backup”, “port” or “dark”.",
  /** Further words by which a section (`section`) and its settings are found. The palette has them too. */
  synonyms: {
    general: {
      section: "preferences options",
      theme: "dark light mode appearance colour color",
      language: "english chinese translation locale",
      start: "autostart startup boot launch tray background",
      quick: "hotkey shortcut global keys capture search launcher",
    },
    connection: {
      section: "network server",
      port: "7325 number",
      address: "url localhost host endpoint",
    },
    model: {
      section: "find",
      text: "full-text words reindex",
      vectors: "vectors semantic meaning pause",
      model: "ollama openai huggingface onnx multilingual api",
      both: "rebuild reindex repair",
    },
    secrets: {
      section: "token password key privacy credentials",
      action: "mask refuse redact token password key",
      domains: "exception repository",
      personal: "email e-mail phone iban card pii privacy",
    },
    use: { section: "recall statistics privacy", record: "tracking statistics privacy recall" },
    data: {
      section: "files storage export disk",
      folder: "path location directory storage export",
      logs: "log debug error",
      import: "import claude-mem mcp-memory-service mem0 chatgpt markdown archive",
      secrets: "keychain token key signing",
    },
    places: { section: "domains namespaces rename merge repository move" },
    backups: {
      section: "restore recover copy snapshot",
      newest: "backup now snapshot",
      folder: "backup path location",
      second: "backup copy disk cloud external",
      list: "restore recover backup history",
    },
    updates: { section: "upgrade release", automatic: "update upgrade check download" },
    browser: { section: "tab sign out login link" },
    about: {
      section: "info",
      version: "release number",
      host: "desktop headless service",
      licence: "license mit third-party notices open source",
    },
    spaces: { section: "sync share team devices" },
    remoteDomains: { section: "postgres postgresql database sql" },
    clientMemories: { section: "claude.md agents.md files watch" },
  },
};

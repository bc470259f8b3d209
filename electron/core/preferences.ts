/** The themes of the window; `system` follows the operating system. */
export const THEMES = ["system", "light", "dark"] as const;

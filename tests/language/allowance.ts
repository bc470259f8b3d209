/** Hits that each room may still have. */
export const ALLOWANCE: Readonly<Record<string, number>> = {
  "e2e/desktop": 1,
  "electron/cli": 4,
  "electron/conversations": 4,
  "electron/core": 9,
  "electron/import": 3,
  "electron/mcp": 1,
  "electron/memories": 3,
  "electron/remote-domains": 4,
  "electron/requests": 1,
  "electron/search": 5,
  "electron/servers": 3,
  "electron/shim": 4,
  "electron/store": 22,
  "electron/window-api": 2,
  "renderer/features": 1,
};

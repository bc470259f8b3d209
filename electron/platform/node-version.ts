/** The oldest supported Node. better-sqlite3 crashes older ones instead of failing. */
const MIN_VERSION = [22, 12] as const;

/**
 * Returns why this Node cannot run Recollect, or null. Call it before native code is loaded.
 * @param version `process.versions.node`
 */
export function unsupportedNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])) return null;
  return `Recollect needs Node ${MIN_VERSION.join(".")} or later; this is Node ${version}. Start it with npm, which brings its own, or update Node.`;
}

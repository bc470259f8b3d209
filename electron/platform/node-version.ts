/** The oldest Node that carries what is used here; better-sqlite3 crashes older ones instead of failing. */
const MINIMUM = [22, 12] as const;

/**
 * Why this Node cannot run Recollect, as one sentence, or null where it can. Asked before anything native is loaded.
 * @param version `process.versions.node`
 */
export function unsupportedNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return null;
  return `Recollect needs Node ${MINIMUM.join(".")} or later; this is Node ${version}. Start it with npm, which brings its own, or update Node.`;
}

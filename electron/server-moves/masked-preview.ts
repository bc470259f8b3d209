import type { ClientServer } from "../connect/other-servers/read-server.ts";
import type { FilePreview } from "../core/file-preview.ts";
import { likelySecretsIn, replaceRanges } from "../core/secrets/find-secrets.ts";

/** Shown instead of a secret. */
const MASK = "••••••••";

/** A preview whose lines have no values of the servers' secrets. */
export function masked(
  { id, path, exists, difference, backupPath, warnings }: FilePreview,
  servers: readonly ClientServer[],
): FilePreview {
  const values = servers
    .flatMap(({ server }) => Object.values(server?.secrets ?? {}))
    .filter((value) => value.length > 3);
  const lines = difference.map((line) => ({ ...line, text: withoutSecrets(line.text, values) }));
  return { id, path, exists, difference: lines, backupPath, warnings };
}

/** A text with the given values and what looks like a secret masked. */
export function withoutSecrets(text: string, values: readonly string[]): string {
  const known = values.reduce(
    (rest, value) => rest.replaceAll(value, MASK).replaceAll(JSON.stringify(value).slice(1, -1), MASK),
    text,
  );
  return replaceRanges(known, likelySecretsIn(known), () => MASK);
}

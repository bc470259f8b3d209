import { readdirSync } from "node:fs";
import { chmod, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { isSecretName, type SecretName, type SecretStore } from "../core/secret-store.ts";
import { writePrivateFile } from "../platform/atomic-file.ts";
import { RecollectError } from "../text/errors.ts";

/** The file of a secret in the data folder: `token.key`, `model.key`. */
export function secretFile(folder: string, name: SecretName): string {
  return path.join(folder, `${name}.key`);
}

/** The names of the secrets that are in files of a data folder. */
export function namesOfFiles(folder: string): readonly SecretName[] {
  const names = readdirSync(folder).flatMap((file) => (file.endsWith(".key") ? [file.slice(0, -".key".length)] : []));
  return names.filter(isSecretName);
}

/** Secrets in files of the data folder, readable only by their owner (mode 0600). */
export function createFileSecrets(folder: string): SecretStore {
  return {
    async get(name) {
      const file = secretFile(folder, name);
      try {
        // A file from a backup or another program may have another mode.
        await chmod(file, 0o600);
        return (await readFile(file, "utf8")).trim();
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw new RecollectError("secret_file_unreadable", { path: file }, { cause: error });
      }
    },
    async set(name, value) {
      const file = secretFile(folder, name);
      try {
        writePrivateFile(file, `${value}\n`);
      } catch (error) {
        throw new RecollectError("secret_file_unwritable", { path: file }, { cause: error });
      }
    },
    delete: async (name) => rm(secretFile(folder, name), { force: true }),
  };
}

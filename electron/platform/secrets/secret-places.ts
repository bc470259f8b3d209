import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { RecollectError } from "../../core/errors.ts";
import { writePrivateFile } from "../atomic-file.ts";

/** Which secrets of a data folder the keychain holds; the others are in files. */
const secretPlaces = z.object({
  /** What names this data folder in the keychain, wherever the folder is moved. */
  folderId: z.string().min(1),
  inKeychain: z.array(z.enum(["token", "model"])),
  /** The owner did not open the keychain, or chose files: it is not asked unless the owner says so. */
  keychainDeclined: z.boolean(),
});
export type SecretPlaces = z.output<typeof secretPlaces>;

/** Null: nothing is decided yet. @throws storage where the file is there and cannot be understood */
export function readSecretPlaces(file: string): SecretPlaces | null {
  if (!existsSync(file)) return null;
  try {
    return secretPlaces.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new RecollectError("storage", `${file} is damaged: it says where the secrets are.`, {
      field: "keychain",
      hint: "Restore the file from a backup of the data folder, or make a new key in Settings.",
      cause: error,
    });
  }
}

export function writeSecretPlaces(file: string, places: SecretPlaces): void {
  writePrivateFile(file, `${JSON.stringify(places, null, 2)}\n`);
}

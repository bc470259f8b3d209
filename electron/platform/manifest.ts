import { readFileSync } from "node:fs";
import path from "node:path";

/** The fields that the build wrote into the package's manifest. */
export interface BuildManifest {
  /** The page of the project, which names the source of releases. */
  readonly homepage: string | undefined;
  /** The public key that verifies releases (Ed25519, SPKI, DER, base64); null if this build has none. */
  readonly updateKey: string | null;
}

/** Reads the manifest of the running application, which the build changes after the code is bundled. */
export function readManifest(root: string): BuildManifest {
  try {
    const { homepage, updateKey } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    return {
      homepage: typeof homepage === "string" ? homepage : undefined,
      updateKey: typeof updateKey === "string" && updateKey !== "" ? updateKey : null,
    };
  } catch {
    return { homepage: undefined, updateKey: null };
  }
}

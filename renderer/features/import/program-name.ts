import type { FoundImport } from "../../../electron/core/memory-import.ts";
import type { Text } from "../../text/en.ts";

/** What a person calls it: programs have one name in every language. */
export function programName({ program }: FoundImport, text: Text["imports"]): string {
  return program === "markdown" ? text.notes : program;
}

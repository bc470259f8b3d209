import { parseDomain } from "../core/domain.ts";

/**
 * Reads the header `Recollect-Project`: the project a client works in. It may be percent-encoded, since headers carry
 * ASCII. A variable the client did not fill in (`${workspaceFolder}`) counts as none.
 *
 * @throws invalid_argument for a name no project can have
 */
export function readProject(header: string | string[] | undefined): string | null {
  const value = (typeof header === "string" ? header : "").trim();
  if (value === "" || value.includes("${")) return null;
  let project = value;
  try {
    project = decodeURIComponent(value);
  } catch {
    // A percent sign that encodes nothing belongs to the name.
  }
  return parseDomain(project, "Recollect-Project");
}

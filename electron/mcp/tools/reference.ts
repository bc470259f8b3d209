import { z } from "zod";
import { RecollectError } from "../../text/errors.ts";
import { DETAILS } from "./memory-forms.ts";

const idArgument = z.string().max(2200);

/** The arguments that identify one memory. `urn` is another name for `id`; `detail` is for programs. */
export const referenceArguments = {
  id: idArgument.optional().describe("Memory id (or its end) or URI."),
  urn: idArgument.optional(),
  detail: z.enum(DETAILS).optional(),
};
/** The arguments among them that are not published. */
export const unpublished = ["urn", "detail"] as const;

/** Returns the reference given as `id` or `urn`. @throws invalid_argument unless exactly one is given */
export function readReference(args: { readonly urn?: string | undefined; readonly id?: string | undefined }): string {
  if (args.urn !== undefined && args.id !== undefined && args.urn !== args.id) {
    throw new RecollectError("reference_ambiguous", {}, { field: "urn" });
  }
  const reference = args.urn ?? args.id;
  if (reference === undefined || reference.trim() === "")
    throw new RecollectError("reference_missing", {}, { field: "id" });
  return reference;
}

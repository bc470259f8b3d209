import type { z } from "zod";
import { type FieldDefinition, type MemoryField, type MemoryState, mapFields } from "./memory-fields.ts";

/** The fields of a memory as the shape of a Zod object; those that are not `Required` are optional. */
export type MemoryShape<Required extends MemoryField> = {
  readonly [Field in MemoryField]: Field extends Required ? SchemaOf<Field> : z.ZodOptional<SchemaOf<Field>>;
};
type SchemaOf<Field extends MemoryField> = z.ZodType<MemoryState[Field], MemoryState[Field]>;

/** Derives the shape for one contract. @param schemaOf returns optional schemas for all but the `Required` fields */
export function createMemoryShape<Required extends MemoryField = never>(
  schemaOf: (name: MemoryField, definition: FieldDefinition) => z.ZodType,
): MemoryShape<Required> {
  return mapFields(schemaOf);
}

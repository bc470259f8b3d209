import type { z } from "zod";
import { FILTER_FIELD_LIST, type FilterArgument, type FilterInput } from "./filter.ts";

/**
 * The filter arguments as the shape of a Zod object; an argument that a contract leaves out is undefined when parsed.
 */
export type FilterShape = {
  readonly [Argument in FilterArgument]: z.ZodOptional<SchemaOf<NonNullable<FilterInput[Argument]>>>;
};
type SchemaOf<Value> = z.ZodType<Value, Value>;

type Definition = (typeof FILTER_FIELD_LIST)[number][1];

/** Derives the shape for one contract. `schemaOf` returns null for an argument that the contract does not have. */
export function createFilterShape(schemaOf: (definition: Definition) => z.ZodType | null): FilterShape {
  const shape: Partial<Record<FilterArgument, z.ZodType>> = {};
  for (const [, definition] of FILTER_FIELD_LIST) {
    const schema = schemaOf(definition);
    if (schema !== null) shape[definition.argument] = schema.optional();
  }
  return shape as FilterShape;
}

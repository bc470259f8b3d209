import { z } from "zod";

/** One method of the map: what its input must be, and the type of its output. */
export function method<Output>() {
  return <Input extends z.ZodType>(input: Input) => ({ input }) as { readonly input: Input; readonly output?: Output };
}

/** The input of a method that needs none. */
export const nothing = z.object({});

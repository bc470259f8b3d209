import { z } from "zod";

/** Declares one method: the schema of its input and the type of its output. */
export function method<Output>() {
  return <Input extends z.ZodType>(input: Input) => ({ input }) as { readonly input: Input; readonly output?: Output };
}

/** The input of a method without parameters. */
export const nothing = z.object({});

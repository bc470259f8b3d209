import { z } from "zod";

type InputOf<Input> = Input extends z.ZodType ? Input : Input extends z.ZodRawShape ? z.ZodObject<Input> : never;

/** Declares one method: the fields or the schema of its input, and the type of its output. */
export function method<Output>() {
  return <Input extends z.ZodType | z.ZodRawShape>(input: Input) =>
    ({ input: input instanceof z.ZodType ? input : z.object(input) }) as {
      readonly input: InputOf<Input>;
      readonly output?: Output;
    };
}

/** The input of a method without parameters. */
export const nothing = {};

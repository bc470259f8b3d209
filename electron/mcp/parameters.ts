import { z } from "zod";

/** What each request's `params` must hold; what does not fit is answered with -32602 and the field's name. */
export const listParams = z.object({ cursor: z.string().optional() });
export const namedParams = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() });
export const promptParams = z.object({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() });
export const uriParams = z.object({ uri: z.string().max(4000) });
export const completeParams = z.object({
  ref: z.discriminatedUnion("type", [
    z.object({ type: z.literal("ref/prompt"), name: z.string() }),
    z.object({ type: z.literal("ref/resource"), uri: z.string() }),
  ]),
  argument: z.object({ name: z.string(), value: z.string() }),
  context: z.object({ arguments: z.record(z.string(), z.string()).optional() }).optional(),
});

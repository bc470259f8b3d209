import type { z } from "zod";
import { RecollectError, toErrorBody } from "../core/errors.ts";
import type { Logger } from "../core/ports.ts";
import { type MethodAnswer, type MethodHandlers, type MethodName, methods } from "./contract.ts";

/**
 * Takes one question of the window, from whichever bridge, and always answers; it never rejects. The signal says that
 * nobody waits for the answer any more.
 */
export type Dispatch = (method: string, input: unknown, signal?: AbortSignal) => Promise<MethodAnswer<unknown>>;

/** Puts the contract's schemas in front of the handlers. What fails unexpectedly is logged here, once. */
export function createDispatch({ handlers, logger }: { handlers: MethodHandlers; logger: Logger }): Dispatch {
  return async (method, input, signal) => {
    try {
      if (!isMethod(method)) {
        throw new RecollectError("not_found", `There is no method "${method.slice(0, 60)}".`, {
          hint: "Reload the window; it may be older than the application.",
        });
      }
      const parsed = methods[method].input.safeParse(input ?? {});
      if (!parsed.success) throw invalidInput(parsed.error);
      const handle = handlers[method] as (input: unknown, signal?: AbortSignal) => Promise<unknown>;
      return { ok: true, value: await handle(parsed.data, signal) };
    } catch (error) {
      const body = toErrorBody(error);
      if (body.code === "internal" || body.code === "storage") logger.error(`${method} failed`, { error });
      return { ok: false, error: body };
    }
  };
}

function isMethod(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}

function invalidInput(error: z.ZodError): RecollectError {
  const issue = error.issues[0];
  const field = issue?.path.join(".") || "input";
  return new RecollectError("invalid_argument", `${field}: ${issue?.message ?? "invalid"}.`, { field });
}

import type { z } from "zod";
import type { Logger } from "../core/ports.ts";
import { describeProblem } from "../core/util/schema-problem.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import type { MethodHandlers, MethodName, MethodResult } from "./contract.ts";

/** Calls a method of the contract for the window. It never rejects. The signal is aborted when the caller cancels. */
export type Dispatch = (method: string, input: unknown, signal?: AbortSignal) => Promise<MethodResult<unknown>>;

/** Validates the input by the contract's schema and calls the handler. Logs unexpected failures. */
export function createDispatch({ handlers, logger }: { handlers: MethodHandlers; logger: Logger }): Dispatch {
  return async (method, input, signal) => {
    try {
      const { methods } = await import("./methods.ts");
      if (!isIn(methods, method)) throw new RecollectError("method_unknown", { method: method.slice(0, 60) });
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

function isIn(methods: object, name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}

function invalidInput(error: z.ZodError): RecollectError {
  const issue = error.issues[0];
  const field = issue?.path.join(".") || "input";
  return new RecollectError("input_invalid", { problem: describeProblem(issue) }, { field });
}

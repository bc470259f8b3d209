import { type CallToolResult, ProtocolError, type ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { RecollectError, toErrorBody } from "../core/errors.ts";
import type { Logger } from "../core/ports.ts";
import { readArguments } from "./arguments.ts";
import type { CallContext, CatalogTool } from "./catalog.ts";

/** How one tool is written: what a model reads about it, its schemas, and what it does. */
export interface ToolSpecification<Input, Output extends Record<string, unknown>> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  run(args: Input, context: CallContext): Promise<DeepReadonly<Output>>;
}

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

const errorProperties = {
  code: { type: "string", description: "Only when the tool failed: what kind of failure." },
  message: { type: "string", description: "Only when the tool failed: what went wrong." },
  hint: { type: "string", description: "Only when the tool failed: what to do about it." },
};

/**
 * Makes a catalog entry: schemas are converted once, arguments are read against them, and a failure becomes an answer
 * with `isError` and `{code, message, hint}` in both forms. The published output schema covers both answers, since some
 * clients hold a failed answer against it too.
 */
export function defineTool<Input, Output extends Record<string, unknown>>(
  specification: ToolSpecification<Input, Output>,
  logger: Logger,
): CatalogTool {
  const { name, title, description, annotations } = specification;
  const input = publish(specification.input, "input");
  const output = publish(specification.output, "output");
  const argumentSchema = { schema: specification.input, properties: input.properties };
  return {
    definition: {
      name,
      title,
      description,
      annotations: { title, ...annotations },
      inputSchema: input,
      outputSchema: {
        type: "object",
        properties: { ...output.properties, ...errorProperties },
        anyOf: [{ required: output.required ?? [] }, { required: ["code", "message"] }],
      },
    },
    async call(args, context) {
      try {
        const value = await specification.run(readArguments(name, argumentSchema, args), context);
        return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
      } catch (error) {
        return failedResult(error, name, logger);
      }
    },
  };
}

/** The answer of a tool that failed. What is not meant for the caller is logged and answered without its inner text. */
function failedResult(error: unknown, tool: string, logger: Logger): CallToolResult {
  if (error instanceof ProtocolError) throw error;
  if (!(error instanceof RecollectError)) logger.error(`${tool} failed`, { error });
  const body = toErrorBody(error);
  return {
    isError: true,
    content: [{ type: "text", text: JSON.stringify(body) }],
    structuredContent: { ...body },
  };
}

interface PublishedSchema {
  readonly [key: string]: unknown;
  readonly type: "object";
  readonly properties: Record<string, { readonly type?: string; readonly description?: string }>;
  readonly required?: string[];
}

/**
 * JSON Schema 2020-12 as it goes out. `$schema` stays away: 2020-12 is what the protocol assumes, and validators of an
 * older draft refuse a schema that names one they do not know.
 */
function publish(schema: z.ZodType, io: "input" | "output"): PublishedSchema {
  const { $schema: _dialect, ...published } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    override: ({ jsonSchema }) => {
      if (io === "output") delete jsonSchema.additionalProperties;
      // Every integer is bounded by what a double can count to; said once for all, not in each schema.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return published as PublishedSchema;
}

import { type CallToolResult, ProtocolError, type ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { RecollectError, toErrorBody } from "../core/errors.ts";
import type { Logger } from "../core/ports.ts";
import { readArguments } from "./arguments.ts";
import type { CallContext, CatalogTool } from "./catalog.ts";

/** The definition of a tool: the texts that a model reads, the schemas, and the function. */
interface ToolSpecification<Input, Output extends Record<string, unknown>> {
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
  code: { type: "string", description: "On failure only: the error code." },
  message: { type: "string", description: "On failure only: what went wrong." },
  hint: { type: "string", description: "On failure only: what to do." },
};

/**
 * Makes a catalog entry. The schemas are converted to JSON Schema once. A failure becomes a result with `isError` and
 * `{code, message, hint}`, as text and structured. The published output schema includes the failure, because some
 * clients validate failed results too.
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

/** Returns the result of a tool that failed. A defect is logged, and its inner text is not sent. */
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
 * Converts a schema to JSON Schema 2020-12. `$schema` is left out: 2020-12 is the protocol's default, and validators
 * for older drafts refuse a schema that names a draft they do not know.
 */
function publish(schema: z.ZodType, io: "input" | "output"): PublishedSchema {
  const { $schema: _dialect, ...published } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    override: ({ jsonSchema }) => {
      if (io === "output") delete jsonSchema.additionalProperties;
      // Zod bounds every integer by the safe integers; that is noise to a model.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return published as PublishedSchema;
}

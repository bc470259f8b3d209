import { type CallToolResult, ProtocolError, type ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { MemoryConflict } from "../core/memory-conflict.ts";
import type { Logger } from "../core/ports.ts";
import { once } from "../core/util/once.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "../text/errors.ts";
import { readArguments } from "./arguments.ts";
import type { CallContext, CatalogTool } from "./catalog-entries.ts";
import { DATA_NOTE, inLine, quote, TEXT_NOTE } from "./framing.ts";

/** The definition of a tool: texts for the model, schemas, and the function. */
interface ToolSpecification<Input> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodType<Input>;
  /** Arguments that are accepted but not published: from earlier versions, or for programs. */
  readonly unpublished?: readonly string[];
  readonly output: z.ZodType;
  run(args: Input, context: CallContext): Promise<Answer>;
}

/** A result in both forms: a client shows its model the text or the structured content, so each is complete. */
export interface Answer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

/**
 * Makes a catalog entry. The schemas are converted to JSON Schema once, when they are first needed. A failure becomes a
 * result with `isError` and `{code, message, hint}`, as text and structured. The published output schema allows the
 * failure, because some clients validate failed results too.
 */
export function defineTool<Input>(logger: Logger, specification: ToolSpecification<Input>): CatalogTool {
  const { name, title, description, annotations } = specification;
  const accepted = once(() => publish(specification.input, "input"));
  const input = once(() => withoutProperties(accepted(), specification.unpublished ?? []));
  const output = once(() => {
    const { properties, required = [] } = publish(specification.output, "output");
    return { type: "object" as const, properties, anyOf: [{ required }, { required: ["code", "message"] }] };
  });
  const argumentSchema = {
    schema: specification.input,
    get properties() {
      return accepted().properties;
    },
  };
  return {
    definition: {
      name,
      title,
      description,
      annotations,
      get inputSchema() {
        return input();
      },
      get outputSchema() {
        return output();
      },
    },
    async call(args, context) {
      try {
        const { text, structured } = await specification.run(readArguments(name, argumentSchema, args), context);
        return { content: [{ type: "text", text }], structuredContent: structured };
      } catch (error) {
        return failedResult(error, name, logger);
      }
    },
  };
}

/** Returns the result of a tool that failed. A defect is logged, and its inner text is not sent. */
export function failedResult(error: unknown, tool: string, logger: Logger): CallToolResult {
  if (error instanceof ProtocolError) throw error;
  if (!(error instanceof RecollectError)) logger.error(`${tool} failed`, { error });
  const body = toErrorBody(error);
  return {
    isError: true,
    content: [{ type: "text", text: failureText(body, error) }],
    structuredContent: { ...(error instanceof MemoryConflict ? { note: DATA_NOTE } : {}), ...body },
  };
}

/** A failure as text; a conflict includes the current content, so that the client can repeat its change. */
function failureText({ code, message, hint }: ErrorBody, error: unknown): string {
  const text = [`${code}: ${inLine(message)}`, ...(hint === undefined ? [] : [inLine(hint)])].join(" ");
  return error instanceof MemoryConflict ? `${text}\n\n${TEXT_NOTE}\n\n${quote(error.current.content)}` : text;
}

function withoutProperties(schema: PublishedSchema, names: readonly string[]): PublishedSchema {
  const properties = Object.entries(schema.properties).filter(([name]) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
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
      delete jsonSchema.additionalProperties;
      // The server checks lengths and names them in its errors; in every conversation they would be noise.
      for (const limit of ["maxLength", "maxItems", "minItems"] as const) delete jsonSchema[limit];
      // Zod bounds every integer by the safe integers; that is noise to a model.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return published as PublishedSchema;
}

import type { CatalogTool } from "../../electron/mcp/catalog-entries.ts";
import { exchangeOf, fixture, pause, text } from "./fixture.ts";
import { PNG, WAV } from "./media.ts";

const embedded = (uri: string, mimeType: string, content: string) =>
  ({ type: "resource", resource: { uri, mimeType, text: content } }) as const;
const image = { type: "image", data: PNG, mimeType: "image/png" } as const;

/** Tools that return each kind of content, fail, log and report progress. */
export const contentTools: readonly CatalogTool[] = [
  fixture("test_simple_text", () => text("This is a simple text response for testing.")),
  fixture("test_image_content", () => ({ content: [image] })),
  fixture("test_audio_content", () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] })),
  fixture("test_embedded_resource", () => ({
    content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  })),
  fixture("test_multiple_content_types", () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      image,
      embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  })),
  fixture("test_error_handling", () => ({
    isError: true,
    content: [{ type: "text", text: "This tool intentionally returns an error for testing" }],
  })),
  fixture("test_tool_with_logging", async (_args, context) => {
    context.log("info", "Tool execution started");
    await pause(50);
    context.log("info", "Tool processing data");
    await pause(50);
    context.log("info", "Tool execution completed");
    return text("Logged three times.");
  }),
  fixture("test_logging_tool", (_args, context) => {
    context.log("info", "Only sent if the request sets a log level.");
    return text("Logged once.");
  }),
  fixture("test_tool_with_progress", async (_args, context) => {
    context.progress(0, 100);
    await pause(50);
    context.progress(50, 100);
    await pause(50);
    context.progress(100, 100);
    return text("Progress was reported.");
  }),
  fixture(
    "test_sampling",
    async ({ prompt }, context) => {
      const { mcpReq } = exchangeOf(context);
      const messages = [{ role: "user" as const, content: { type: "text" as const, text: String(prompt) } }];
      // On the stream of the call, because the client's other stream may not be open yet.
      const result = await mcpReq.requestSampling({ messages, maxTokens: 100 }, { relatedRequestId: mcpReq.id });
      const { content } = result;
      return text(`LLM response: ${!Array.isArray(content) && content.type === "text" ? content.text : ""}`);
    },
    { type: "object", properties: { prompt: { type: "string" } }, required: ["prompt"] },
  ),
  fixture("test_x_mcp_header", ({ region }) => text(`region=${region}`), {
    type: "object",
    properties: { region: { type: "string", "x-mcp-header": "Region" } },
  }),
  fixture("json_schema_2020_12_tool", () => text("The schema is unchanged."), {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  }),
];

import { inputRequired, MissingRequiredClientCapabilityError } from "@modelcontextprotocol/server";
import type { CatalogTool } from "../../electron/mcp/catalog-entries.ts";
import { exchangeOf, fixture } from "./fixture.ts";

type Elicitation = Parameters<NonNullable<ReturnType<typeof exchangeOf>>["mcpReq"]["elicitInput"]>[0];

function eliciting(name: string, label: string, ask: (args: Record<string, unknown>) => Elicitation): CatalogTool {
  return fixture(name, async (args, context) => {
    const { mcpReq } = exchangeOf(context);
    // On the stream of the call, because the client's other stream may not be open yet.
    const { action, content } = await mcpReq.elicitInput(ask(args), { relatedRequestId: mcpReq.id });
    return {
      content: [{ type: "text", text: `${label}: action=${action}, content=${JSON.stringify(content ?? {})}` }],
    };
  });
}

const titled = (values: readonly (readonly [string, string])[]) =>
  values.map(([value, title]) => ({ const: value, title }));

/** Tools that ask the client's user (revision 2025), and tools that check the client's capabilities. */
export const elicitationTools: readonly CatalogTool[] = [
  eliciting("test_elicitation", "User response", ({ message }) => ({
    message: String(message),
    requestedSchema: {
      type: "object",
      properties: {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      },
      required: ["username", "email"],
    },
  })),
  eliciting("test_elicitation_sep1034_defaults", "Elicitation completed", () => ({
    message: "Please review the defaults.",
    requestedSchema: {
      type: "object",
      properties: {
        name: { type: "string", default: "John Doe" },
        age: { type: "integer", default: 30 },
        score: { type: "number", default: 95.5 },
        status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
        verified: { type: "boolean", default: true },
      },
    },
  })),
  eliciting("test_elicitation_sep1330_enums", "Elicitation completed", () => ({
    message: "Please choose.",
    requestedSchema: {
      type: "object",
      properties: {
        untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
        titledSingle: {
          type: "string",
          oneOf: titled([
            ["value1", "First Option"],
            ["value2", "Second Option"],
            ["value3", "Third Option"],
          ]),
        },
        legacyEnum: {
          type: "string",
          enum: ["opt1", "opt2", "opt3"],
          enumNames: ["Option One", "Option Two", "Option Three"],
        },
        untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
        titledMulti: {
          type: "array",
          items: {
            anyOf: titled([
              ["value1", "First Choice"],
              ["value2", "Second Choice"],
              ["value3", "Third Choice"],
            ]),
          },
        },
      },
    },
  })),
  fixture("test_missing_capability", () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }),
  fixture("test_streaming_elicitation", (_args, context) => {
    context.progress(0, 1);
    return inputRequired({
      inputRequests: {
        name: inputRequired.elicit({
          message: "What is your name?",
          requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        }),
      },
    });
  }),
];

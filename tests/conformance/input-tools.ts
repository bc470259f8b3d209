import { createHmac } from "node:crypto";
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
} from "@modelcontextprotocol/server";
import type { CatalogPrompt, CatalogTool } from "../../electron/mcp/catalog-entries.ts";
import { exchangeOf, fixture, text } from "./fixture.ts";

const STATE_KEY = "conformance suite only";

/** Signs state that the client sends back, so that a changed state is detected. */
function sign(state: string): string {
  return `${state}.${createHmac("sha256", STATE_KEY).update(state).digest("base64url")}`;
}

function readState(signed: string | undefined): string | undefined {
  if (signed === undefined) return undefined;
  const state = signed.slice(0, signed.indexOf("."));
  if (sign(state) !== signed) throw new ProtocolError(-32602, "Invalid or expired requestState");
  return state;
}

function ask(message: string, field: string) {
  return inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [field]: { type: "string" } }, required: [field] },
  });
}

function confirm() {
  return inputRequired.elicit({
    message: "Please confirm",
    requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  });
}

const sample = (question: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text: question } }], maxTokens });

/** Requests a confirmation until the client accepts it. */
function confirming(name: string): CatalogTool {
  return fixture(name, (_args, context) => {
    const { inputResponses, requestState } = exchangeOf(context).mcpReq;
    const state = readState(requestState<string>());
    if (state === undefined || acceptedContent(inputResponses, "confirm") === undefined) {
      return inputRequired({
        inputRequests: { confirm: confirm() },
        requestState: sign("confirming"),
      });
    }
    return text("state-ok");
  });
}

/** Tools that request input from the client in their result (revision 2026). */
export const inputTools: readonly CatalogTool[] = [
  fixture("test_input_required_result_elicitation", (_args, context) => {
    const given = acceptedContent(exchangeOf(context).mcpReq.inputResponses, "user_name");
    if (given === undefined) return inputRequired({ inputRequests: { user_name: ask("What is your name?", "name") } });
    return text(`Hello, ${String(given.name)}!`);
  }),
  fixture("test_input_required_result_sampling", (_args, context) => {
    const given = inputResponse(exchangeOf(context).mcpReq.inputResponses, "capital_question");
    if (given.kind !== "sampling") {
      return inputRequired({ inputRequests: { capital_question: sample("What is the capital of France?", 100) } });
    }
    return text(JSON.stringify(given.result.content));
  }),
  fixture("test_input_required_result_list_roots", (_args, context) => {
    const given = inputResponse(exchangeOf(context).mcpReq.inputResponses, "client_roots");
    if (given.kind !== "roots") return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    return text(given.roots.map((root) => root.uri).join("\n"));
  }),
  confirming("test_input_required_result_request_state"),
  confirming("test_input_required_result_tampered_state"),
  fixture("test_input_required_result_multiple_inputs", (_args, context) => {
    const { inputResponses, requestState } = exchangeOf(context).mcpReq;
    readState(requestState<string>());
    const complete = ["user_name", "greeting", "client_roots"].every(
      (key) => inputResponse(inputResponses, key).kind !== "missing",
    );
    if (complete) return text("Received all three.");
    return inputRequired({
      inputRequests: {
        user_name: ask("What is your name?", "name"),
        greeting: sample("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: sign("three"),
    });
  }),
  fixture("test_input_required_result_multi_round", (_args, context): ReturnType<typeof text> | InputRequiredResult => {
    const { inputResponses, requestState } = exchangeOf(context).mcpReq;
    const state = readState(requestState<string>());
    const color = acceptedContent(inputResponses, "step2");
    if (state?.startsWith("2:") && color !== undefined) return text(`${state.slice(2)} likes ${String(color.color)}.`);
    const name = acceptedContent(inputResponses, "step1");
    if (state === "1" && name !== undefined) {
      return inputRequired({
        inputRequests: { step2: ask("Step 2: What is your favorite color?", "color") },
        requestState: sign(`2:${String(name.name)}`),
      });
    }
    return inputRequired({
      inputRequests: { step1: ask("Step 1: What is your name?", "name") },
      requestState: sign("1"),
    });
  }),
  fixture("test_input_required_result_capabilities", (_args, context) => {
    const envelope = exchangeOf(context).mcpReq.envelope as Record<string, unknown> | undefined;
    const capabilities = (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<string, unknown>;
    const requests = {
      ...(capabilities.sampling === undefined ? {} : { greeting: sample("Generate a greeting", 50) }),
      ...(capabilities.elicitation === undefined ? {} : { user_name: ask("What is your name?", "name") }),
    };
    return Object.keys(requests).length === 0
      ? text("The client has no matching capability.")
      : inputRequired({ inputRequests: requests });
  }),
];

export const inputPrompt: CatalogPrompt = {
  definition: { name: "test_input_required_result_prompt", description: "A prompt that asks for its context first." },
  async get(_args, context) {
    const given = acceptedContent(exchangeOf(context).mcpReq.inputResponses, "user_context");
    if (given === undefined) {
      return inputRequired({ inputRequests: { user_context: ask("What context should the prompt use?", "context") } });
    }
    return { messages: [{ role: "user", content: { type: "text", text: `Context: ${String(given.context)}` } }] };
  },
};

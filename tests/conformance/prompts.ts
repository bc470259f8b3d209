import type { GetPromptResult } from "@modelcontextprotocol/server";
import type { CatalogPrompt } from "../../electron/mcp/catalog-entries.ts";
import { PNG } from "./media.ts";

type Content = GetPromptResult["messages"][number]["content"];

const textContent = (text: string): Content => ({ type: "text", text });
const messages = (...contents: Content[]): GetPromptResult => ({
  messages: contents.map((content) => ({ role: "user", content })),
});

/** The prompts that the official conformance suite expects. */
export const testPrompts: readonly CatalogPrompt[] = [
  {
    definition: { name: "test_simple_prompt", description: "A prompt without arguments." },
    get: async () => messages(textContent("This is a simple prompt for testing.")),
  },
  {
    definition: {
      name: "test_prompt_with_arguments",
      description: "A prompt with two arguments.",
      arguments: [
        { name: "arg1", description: "First test argument", required: true },
        { name: "arg2", description: "Second test argument", required: true },
      ],
    },
    complete: { arg1: async (value) => ["paris", "park", "party"].filter((word) => word.startsWith(value)) },
    get: async ({ arg1, arg2 }) => messages(textContent(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  {
    definition: {
      name: "test_prompt_with_embedded_resource",
      description: "A prompt with an embedded resource.",
      arguments: [{ name: "resourceUri", description: "URI of the resource to embed", required: true }],
    },
    get: async ({ resourceUri = "" }) =>
      messages(
        {
          type: "resource",
          resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." },
        },
        textContent("Please process the embedded resource above."),
      ),
  },
  {
    definition: { name: "test_prompt_with_image", description: "A prompt with an image." },
    get: async () =>
      messages({ type: "image", data: PNG, mimeType: "image/png" }, textContent("Please analyze the image above.")),
  },
];

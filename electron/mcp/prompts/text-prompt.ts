import type { GetPromptResult } from "@modelcontextprotocol/server";

/** A prompt's answer: one message of the user. */
export function textPrompt(description: string, text: string): GetPromptResult {
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}

/** Arguments as they came, without the empty ones some clients send for what was left out. */
export function givenArgument(args: Readonly<Record<string, string>>, name: string): string | undefined {
  const value = args[name]?.trim();
  return value === "" ? undefined : value;
}

import { z } from "zod";
import { conversationAddress } from "../../core/conversations.ts";
import type { Suggestion } from "../../core/suggestions.ts";
import type { CatalogTool } from "../../mcp/catalog-entries.ts";
import { inLine, quote } from "../../mcp/framing.ts";
import { defineTool } from "../../mcp/tool.ts";
import { CONVERSATION_NOTE, CONVERSATION_TEXT_NOTE } from "./conversation-forms.ts";
import type { SuggestionToolDependencies } from "./tool-dependencies.ts";

const DEFAULT_LIMIT = 20;

/** `list_suggestions`: the passages that Recollect suggests as memories. */
export function listSuggestions({ suggestions, logger }: SuggestionToolDependencies): CatalogTool {
  return defineTool(logger, {
    name: "list_suggestions",
    title: "List suggested memories",
    description:
      "List passages of past conversations that Recollect suggests as memories, when the user asks to review them. Rewrite each with propose.",
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({
      limit: z.int().min(1).max(100).optional().describe(`Default ${DEFAULT_LIMIT}.`),
    }),
    output: z.object({
      note: z.string(),
      suggestions: z.array(
        z.object({
          id: z.string(),
          text: z.string(),
          context: z.string().optional(),
          kind: z.string(),
          namespace: z.string(),
          project: z.string().optional(),
          role: z.string(),
          source: z.string(),
        }),
      ),
    }),
    async run({ limit = DEFAULT_LIMIT }, { caller }) {
      const shown = await suggestions.visible(caller, limit);
      return {
        text:
          shown.length === 0
            ? "No suggestions wait."
            : [CONVERSATION_TEXT_NOTE, ...shown.map(textOfSuggestion)].join("\n\n"),
        structured: { note: CONVERSATION_NOTE, suggestions: shown.map(fieldsOfSuggestion) },
      };
    },
  });
}

function sourceOf({ conversation, message }: Suggestion): string {
  return `${conversationAddress(conversation)}#${message}`;
}

function fieldsOfSuggestion(suggestion: Suggestion) {
  const { id, text, context, kind, namespace, project, role } = suggestion;
  return {
    id,
    text,
    ...(context === null ? {} : { context }),
    kind,
    namespace,
    ...(project === null ? {} : { project }),
    role,
    source: sourceOf(suggestion),
  };
}

function textOfSuggestion(suggestion: Suggestion): string {
  const { id, text, context, namespace, project, role } = suggestion;
  const place = project === null ? namespace : `${namespace} · ${inLine(project)}`;
  const heading = `${id} · ${place} · ${role} · ${sourceOf(suggestion)}`;
  return [heading, ...(context === null ? [] : [quote(`Before it: ${context}`)]), quote(text)].join("\n");
}

import type { CatalogKind, CatalogSource } from "../../electron/mcp/catalog-entries.ts";
import { contentTools } from "./content-tools.ts";
import { elicitationTools } from "./elicitation-tools.ts";
import { fixture, text } from "./fixture.ts";
import { inputPrompt, inputTools } from "./input-tools.ts";
import { testPrompts } from "./prompts.ts";
import { testResources } from "./resources.ts";

/** The catalog source with everything that the official conformance suite expects of a server. */
export function createConformanceSource(): CatalogSource {
  const listeners = new Set<(kind: CatalogKind) => void>();
  const announcing = (name: string, kind: CatalogKind) =>
    fixture(name, () => {
      for (const listener of listeners) listener(kind);
      return text(`Sent ${kind} list changed.`);
    });
  return {
    tools: [
      ...contentTools,
      ...elicitationTools,
      ...inputTools,
      announcing("test_trigger_tool_change", "tools"),
      announcing("test_trigger_prompt_change", "prompts"),
    ],
    prompts: [...testPrompts, inputPrompt],
    resources: [testResources],
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

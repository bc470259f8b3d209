import type { CatalogKind, CatalogSource } from "../../electron/mcp/catalog.ts";
import { contentTools } from "./content-tools.ts";
import { elicitationTools } from "./elicitation-tools.ts";
import { fixture, text } from "./fixture.ts";
import { inputPrompt, inputTools } from "./input-tools.ts";
import { testPrompts } from "./prompts.ts";
import { testResources } from "./resources.ts";

/** Everything the official suite expects of a server under test, as one more source of the catalog. */
export function createConformanceSource(): CatalogSource {
  const listeners = new Set<(kind: CatalogKind) => void>();
  const announcing = (name: string, kind: CatalogKind) =>
    fixture(name, () => {
      for (const listener of listeners) listener(kind);
      return text(`The ${kind} were announced as changed.`);
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

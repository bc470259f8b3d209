import type { MethodInput, ModelSource } from "../../../../electron/ipc/contract.ts";

/** The ways to a model that the window offers. */
export const MODEL_KINDS = ["bundled", "folder", "ollama", "openai", "hub"] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** What was typed so far, for every kind, so that looking at another loses nothing. */
export interface ModelDraft {
  readonly kind: ModelKind;
  readonly folder: string;
  readonly ollama: { readonly url: string; readonly model: string };
  /** `apiKey`: where it is empty, the one there is stays. */
  readonly openai: { readonly url: string; readonly model: string; readonly apiKey: string };
}

/** Begins with the model in use; else with where such servers usually are. */
export function draftOf(source: ModelSource): ModelDraft {
  const { kind } = source;
  return {
    kind,
    folder: kind === "folder" ? source.folder : "",
    ollama: kind === "ollama" ? source : { url: "http://127.0.0.1:11434", model: "nomic-embed-text" },
    openai: { ...(kind === "openai" ? source : { url: "", model: "" }), apiKey: "" },
  };
}

/** What the application is to try or take; null where something is missing, and for the hub, which is fetched first. */
export function proposedModel(draft: ModelDraft): MethodInput<"model.test"> | null {
  const { kind } = draft;
  if (kind === "bundled") return { source: { kind } };
  if (kind === "hub") return null;
  if (kind === "folder") {
    const folder = draft.folder.trim();
    return folder === "" ? null : { source: { kind, folder } };
  }
  const url = draft[kind].url.trim();
  const model = draft[kind].model.trim();
  if (url === "" || model === "") return null;
  if (kind === "ollama") return { source: { kind, url, model } };
  const apiKey = draft.openai.apiKey.trim();
  return { source: { kind, url, model }, ...(apiKey === "" ? {} : { apiKey }) };
}

import type { ErrorTexts } from "../../message.ts";
/** Who provides the files of a local model: Recollect, or the owner in a folder. */
export type ModelKind = "bundled" | "folder";

const TEXT_ONLY = "Until then search uses text only.";
const OTHER_MODEL = "Choose another model in Settings.";

const restoreModel = (kind: ModelKind) =>
  kind === "bundled"
    ? `Reinstall Recollect, or choose another model in Settings. ${TEXT_ONLY}`
    : `Restore the files, or choose another model in Settings. ${TEXT_ONLY}`;

/** Search, embedding models and their download. */
export const searchErrors = {
  search_cursor_invalid: () => ({
    code: "invalid_argument",
    message: "cursor is not a cursor of this search.",
    hint: "Repeat the search without cursor, and pass nextCursor on unchanged.",
  }),
  search_cursor_foreign: () => ({
    code: "invalid_argument",
    message: "cursor belongs to another search.",
    hint: "Repeat the search without cursor, and pass nextCursor on with the same query, filters and mode.",
  }),
  vectors_memory: () => ({
    code: "unavailable",
    message: "There is not enough memory for all vectors.",
    hint: "Search uses text only. Close other programs, or choose a model with fewer dimensions.",
  }),
  vector_invalid: ({ expected, found }: { expected: number; found: number }) => ({
    code: "invalid_argument",
    message: `The vector has ${found} dimensions; ${expected} were expected.`,
  }),
  scan_argument: ({ field, minimum }: { field?: string; minimum: number }) => ({
    code: "invalid_argument",
    message: `${field} must be an integer of at least ${minimum}.`,
  }),
  embedding_cancelled: () => ({ code: "cancelled", message: "Embedding was cancelled." }),

  model_folder_missing: ({ path, kind }: { path: string; kind: ModelKind }) => ({
    code: "unavailable",
    message: `The folder of the embedding model, ${path}, does not exist.`,
    hint: restoreModel(kind),
  }),
  model_file_missing: ({ path, file, kind }: { path: string; file: string; kind: ModelKind }) => ({
    code: "unavailable",
    message: `The embedding model is incomplete: ${file} is missing from ${path}.`,
    hint: restoreModel(kind),
  }),
  model_damaged: ({ path, kind }: { path: string; kind: ModelKind }) => ({
    code: "unavailable",
    message: `The embedding model is damaged: ${path} cannot be used.`,
    hint: restoreModel(kind),
  }),
  model_pooling: ({ path }: { path: string }) => ({
    code: "unavailable",
    message: `The model in ${path} uses a pooling method that Recollect does not support.`,
    hint: "Choose a model with mean or first-token (CLS) pooling.",
  }),
  model_unloadable: ({ cause, kind }: { cause: string; kind: ModelKind }) => ({
    code: "unavailable",
    message: `The embedding model could not be loaded: ${cause}.`,
    hint: restoreModel(kind),
  }),
  model_text_failed: ({ cause }: { cause: string }) => ({
    code: "unavailable",
    message: `The model could not embed the text: ${cause}.`,
    hint: "Text search still finds the memory.",
  }),
  model_text_crashed: ({ cause }: { cause: string }) => ({
    code: "unavailable",
    message: `The embedding model crashed twice on this text (${cause}).`,
    hint: "Text search still finds the memory.",
  }),
  model_crashed: ({ times, cause }: { times: number; cause: string }) => ({
    code: "unavailable",
    message: `The embedding model crashed ${times} times in a row (${cause}).`,
    hint: `Choose another model in Settings, or look for the cause in the log. ${TEXT_ONLY}`,
  }),
  model_closed: () => ({
    code: "unavailable",
    message: "The embedding model is closed.",
    hint: "Search uses text only.",
  }),
  model_in_use: ({ repository }: { repository: string }) => ({
    code: "conflict",
    message: `${repository} is in use.`,
    hint: "Choose another model first.",
  }),

  url_invalid: ({ address }: { address: string }) => ({
    code: "invalid_argument",
    message: `"${address}" is not a valid address.`,
    hint: "Use the form http://127.0.0.1:11434 or https://….",
  }),
  text_leaves_machine: ({ host }: { host: string }) => ({
    code: "invalid_argument",
    message: `The text of every memory and every search leaves this machine: it is sent to ${host}.`,
    hint: "Confirm this, or choose a model on this machine.",
  }),
  ollama_silent: ({ host }: { host: string }) => ({
    code: "unavailable",
    message: `${host} does not respond.`,
    hint: "Start Ollama, or choose another model in Settings.",
  }),
  server_silent: ({ host }: { host: string }) => ({
    code: "unavailable",
    message: `${host} does not respond.`,
    hint: "Check that the server is running, or choose another model in Settings.",
  }),
  server_slow: ({ host }: { host: string }) => ({
    code: "unavailable",
    message: `${host} did not respond in time.`,
    hint: "Check that the server is not overloaded, or choose another model in Settings.",
  }),
  ollama_model_missing: ({ host, model }: { host: string; model: string }) => ({
    code: "unavailable",
    message: `${host} does not have the model ${model} (404).`,
    hint: `Download it first: ollama pull ${model}`,
  }),
  server_model_missing: ({ host, model }: { host: string; model: string }) => ({
    code: "unavailable",
    message: `${host} does not know this address or the model ${model} (404).`,
    hint: `Check in Settings that /embeddings follows the address, and that ${model} is the name of the model.`,
  }),
  server_refused: ({ host, status, said }: { host: string; status: number; said: string }) => ({
    code: "unavailable",
    message: `${host} refused to embed (${status}): ${said}`,
    hint:
      status === 401 || status === 403
        ? "Check the key in Settings."
        : status === 429
          ? "The server limits requests; Recollect tries again automatically."
          : "See the server's log, or choose another model in Settings.",
  }),
  server_strange: ({ host }: { host: string }) => ({
    code: "unavailable",
    message: `${host} returned an unexpected response.`,
    hint: "Check the address and the kind of server in Settings.",
  }),
  server_vectors: ({ model }: { model: string }) => ({
    code: "unavailable",
    message: `${model} returned vectors of an unexpected count or size.`,
    hint: `Check that it is an embedding model. ${OTHER_MODEL}`,
  }),

  repository_invalid: ({ repository }: { repository: string }) => ({
    code: "invalid_argument",
    message: `"${repository}" is not a valid repository name.`,
    hint: "Use the form owner/name.",
  }),
  repository_unfit: ({ repository, missing }: { repository: string; missing: "model" | "tokenizer" }) => ({
    code: "unavailable",
    message: `${repository} does not contain ${missing === "model" ? "an ONNX model" : "a tokenizer.json"}.`,
    hint: "Choose a repository with an onnx folder and a tokenizer.json, such as Xenova/multilingual-e5-small.",
  }),
  hub_refused: ({ host, status }: { host: string; status: number }) => ({
    code: "unavailable",
    message: `${host} refused the model (${status}).`,
    hint: "Check that the name of the repository is right and that it is public.",
  }),
  hub_silent: ({ host }: { host: string }) => ({
    code: "unavailable",
    message: `${host} does not respond like the Hugging Face hub.`,
    hint: "Check the network connection, or choose a model on this machine.",
  }),
  download_cancelled: () => ({
    code: "cancelled",
    message: "The download was cancelled; the files received so far are kept.",
  }),
  download_wrong: ({ file }: { file: string }) => ({
    code: "unavailable",
    message: `The downloaded ${file} does not have the expected content.`,
    hint: "Try again; the other files are kept.",
  }),
  download_broken: ({ file, host }: { file: string; host: string }) => ({
    code: "unavailable",
    message: `The download of ${file} from ${host} was interrupted.`,
    hint: "Check the network connection and try again: the download continues where it stopped.",
  }),
  download_running: ({ repository }: { repository: string }) => ({
    code: "conflict",
    message: `${repository} is being downloaded.`,
    hint: "Wait until it is complete, or cancel it first.",
  }),
  languages_unavailable: () => ({
    code: "unavailable",
    message: "The languages of the memories cannot be identified now.",
    hint: "It is tried again in a minute.",
  }),
} satisfies ErrorTexts;

import { cancelled, conflict, type ErrorTexts, invalid, unavailable } from "../../message.ts";

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
  search_cursor_invalid: () =>
    invalid(
      "cursor is not a cursor of this search.",
      "Repeat the search without cursor, and pass nextCursor on unchanged.",
    ),
  search_cursor_foreign: () =>
    invalid(
      "cursor belongs to another search.",
      "Repeat the search without cursor, and pass nextCursor on with the same query, filters and mode.",
    ),
  vectors_memory: () =>
    unavailable(
      "There is not enough memory for all vectors.",
      "Search uses text only. Close other programs, or choose a model with fewer dimensions.",
    ),
  vector_invalid: ({ expected, found }: { expected: number; found: number }) =>
    invalid(`The vector has ${found} dimensions; ${expected} were expected.`),
  scan_argument: ({ field, minimum }: { field?: string; minimum: number }) =>
    invalid(`${field} must be an integer of at least ${minimum}.`),
  embedding_cancelled: () => cancelled("Embedding was cancelled."),

  model_folder_missing: ({ path, kind }: { path: string; kind: ModelKind }) =>
    unavailable(`The folder of the embedding model, ${path}, does not exist.`, restoreModel(kind)),
  model_file_missing: ({ path, file, kind }: { path: string; file: string; kind: ModelKind }) =>
    unavailable(`The embedding model is incomplete: ${file} is missing from ${path}.`, restoreModel(kind)),
  model_damaged: ({ path, kind }: { path: string; kind: ModelKind }) =>
    unavailable(`The embedding model is damaged: ${path} cannot be used.`, restoreModel(kind)),
  model_pooling: ({ path }: { path: string }) =>
    unavailable(
      `The model in ${path} uses a pooling method that Recollect does not support.`,
      "Choose a model with mean or first-token (CLS) pooling.",
    ),
  model_unloadable: ({ cause, kind }: { cause: string; kind: ModelKind }) =>
    unavailable(`The embedding model could not be loaded: ${cause}.`, restoreModel(kind)),
  model_text_failed: ({ cause }: { cause: string }) =>
    unavailable(`The model could not embed the text: ${cause}.`, "Text search still finds the memory."),
  model_text_crashed: ({ cause }: { cause: string }) =>
    unavailable(`The embedding model crashed twice on this text (${cause}).`, "Text search still finds the memory."),
  model_crashed: ({ times, cause }: { times: number; cause: string }) =>
    unavailable(
      `The embedding model crashed ${times} times in a row (${cause}).`,
      `Choose another model in Settings, or look for the cause in the log. ${TEXT_ONLY}`,
    ),
  model_closed: () => unavailable("The embedding model is closed.", "Search uses text only."),
  model_in_use: ({ repository }: { repository: string }) =>
    conflict(`${repository} is in use.`, "Choose another model first."),

  url_invalid: ({ address }: { address: string }) =>
    invalid(`"${address}" is not a valid address.`, "Use the form http://127.0.0.1:11434 or https://…."),
  text_leaves_machine: ({ host }: { host: string }) =>
    invalid(
      `The text of every memory and every search leaves this machine: it is sent to ${host}.`,
      "Confirm this, or choose a model on this machine.",
    ),
  ollama_silent: ({ host }: { host: string }) =>
    unavailable(`${host} does not respond.`, "Start Ollama, or choose another model in Settings."),
  server_silent: ({ host }: { host: string }) =>
    unavailable(`${host} does not respond.`, "Check that the server is running, or choose another model in Settings."),
  server_slow: ({ host }: { host: string }) =>
    unavailable(
      `${host} did not respond in time.`,
      "Check that the server is not overloaded, or choose another model in Settings.",
    ),
  ollama_model_missing: ({ host, model }: { host: string; model: string }) =>
    unavailable(`${host} does not have the model ${model} (404).`, `Download it first: ollama pull ${model}`),
  server_model_missing: ({ host, model }: { host: string; model: string }) =>
    unavailable(
      `${host} does not know this address or the model ${model} (404).`,
      `Check in Settings that /embeddings follows the address, and that ${model} is the name of the model.`,
    ),
  server_refused: ({ host, status, said }: { host: string; status: number; said: string }) =>
    unavailable(
      `${host} refused to embed (${status}): ${said}`,
      status === 401 || status === 403
        ? "Check the key in Settings."
        : status === 429
          ? "The server limits requests; Recollect tries again automatically."
          : "See the server's log, or choose another model in Settings.",
    ),
  server_strange: ({ host }: { host: string }) =>
    unavailable(`${host} returned an unexpected response.`, "Check the address and the kind of server in Settings."),
  server_vectors: ({ model }: { model: string }) =>
    unavailable(
      `${model} returned vectors of an unexpected count or size.`,
      `Check that it is an embedding model. ${OTHER_MODEL}`,
    ),

  repository_invalid: ({ repository }: { repository: string }) =>
    invalid(`"${repository}" is not a valid repository name.`, "Use the form owner/name."),
  repository_unfit: ({ repository, missing }: { repository: string; missing: "model" | "tokenizer" }) =>
    unavailable(
      `${repository} does not contain ${missing === "model" ? "an ONNX model" : "a tokenizer.json"}.`,
      "Choose a repository with an onnx folder and a tokenizer.json, such as Xenova/multilingual-e5-small.",
    ),
  hub_refused: ({ host, status }: { host: string; status: number }) =>
    unavailable(
      `${host} refused the model (${status}).`,
      "Check that the name of the repository is right and that it is public.",
    ),
  hub_silent: ({ host }: { host: string }) =>
    unavailable(
      `${host} does not respond like the Hugging Face hub.`,
      "Check the network connection, or choose a model on this machine.",
    ),
  download_cancelled: () => cancelled("The download was cancelled; the files received so far are kept."),
  download_wrong: ({ file }: { file: string }) =>
    unavailable(`The downloaded ${file} does not have the expected content.`, "Try again; the other files are kept."),
  download_broken: ({ file, host }: { file: string; host: string }) =>
    unavailable(
      `The download of ${file} from ${host} was interrupted.`,
      "Check the network connection and try again: the download continues where it stopped.",
    ),
  download_running: ({ repository }: { repository: string }) =>
    conflict(`${repository} is being downloaded.`, "Wait until it is complete, or cancel it first."),
  languages_unavailable: () =>
    unavailable("The languages of the memories cannot be identified now.", "It is tried again in a minute."),
  map_unavailable: () => unavailable("The map cannot be computed now.", "Try again in a minute."),
} satisfies ErrorTexts;

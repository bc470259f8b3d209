import type { ErrorBody } from "../text/errors.ts";

/** The embedding of a text. */
export interface Embedding {
  /** L2-normalised. */
  readonly vector: Float32Array;
  /**
   * Average letters per word piece at the start of the text; an East Asian character counts as two. A model splits
   * text in a language that it was not trained for into small pieces. Null for passages, and where the model does not
   * report it.
   */
  readonly lettersPerPiece: number | null;
  /**
   * The share of the words that were translated into English before, 0 to 1; null or absent if the text was embedded as it
   * is.
   */
  readonly translated?: number | null;
}

/** The state of an embedding model. */
export interface EmbedderStatus {
  readonly state: "idle" | "loading" | "ready" | "failed";
  /** The name of the model. */
  readonly model: string;
  /** Why it failed; undefined in other states. */
  readonly error?: ErrorBody;
}

/** Turns text into vectors, off the main thread. */
export interface Embedder {
  /** Model and runtime, for example `all-MiniLM-L6-v2/int8/onnxruntime-1`. */
  readonly fingerprint: string;
  readonly dimensions: number;
  /** `idle`: not needed yet; `failed`: `error` says why and what to do. */
  status(): EmbedderStatus;
  /** Starts loading in the background. Never throws. */
  warmUp(): void;
  /** Returns one embedding for each text. @throws unavailable */
  embed(texts: readonly string[], kind: "query" | "passage", signal?: AbortSignal): Promise<Embedding[]>;
  close(): Promise<void>;
}

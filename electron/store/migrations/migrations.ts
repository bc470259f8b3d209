import type { Migration } from "../../sqlite/migrate.ts";
import { idEnds, memories, narrowLists, provenance } from "./memories.ts";
import { proposals } from "./proposals.ts";
import { changeLog, devicesOfChanges, heldEntries, spaceExchange } from "./spaces.ts";
import { analyser, merging, textIndex } from "./text-index.ts";
import { conversationScope, grants, injection, listAllTools, serverGrants, tokens } from "./tokens.ts";
import { validity } from "./validity.ts";
import { vectors } from "./vectors.ts";

/** Every migration, in order; versions count up from 1 without gaps. A released one is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  memories,
  textIndex,
  vectors,
  tokens,
  grants,
  analyser,
  narrowLists,
  proposals,
  provenance,
  merging,
  idEnds,
  validity,
  serverGrants,
  injection,
  listAllTools,
  changeLog,
  spaceExchange,
  conversationScope,
  heldEntries,
  devicesOfChanges,
];

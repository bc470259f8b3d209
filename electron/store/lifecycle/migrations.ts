import type { Migration } from "../../sqlite/migrate.ts";
import { givenMemories } from "../migrations/given-memories.ts";
import { heldMemories } from "../migrations/held-memories.ts";
import { idEnds, memories, narrowLists, neverRecalled, provenance } from "../migrations/memories.ts";
import { proposals } from "../migrations/proposals.ts";
import { changeLog, devicesOfChanges, heldEntries, spaceExchange } from "../migrations/spaces.ts";
import { analyser, merging, textIndex } from "../migrations/text-index.ts";
import { conversationScope, grants, injection, listAllTools, serverGrants, tokens } from "../migrations/tokens.ts";
import { validity } from "../migrations/validity.ts";
import { translatedVectors, vectors } from "../migrations/vectors.ts";

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
  heldMemories,
  givenMemories,
  neverRecalled,
  translatedVectors,
];

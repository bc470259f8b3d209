import { RecollectError } from "../../core/errors.ts";
import type { Memory } from "../../core/memory.ts";
import { defined } from "../filter-options.ts";
import { type ImportReport, parseObject } from "./import-report.ts";

interface CaptureAnswer {
  readonly memory: { readonly id: string };
  readonly created: boolean;
}

export interface Importer {
  /** Takes the text of the line with this number, counted from 1; waits while enough are under way. @throws where the app is gone */
  take(text: string, line: number): Promise<void>;
  finish(): Promise<ImportReport>;
}

/** Captures under way at once: the store commits them together, which is many times faster than one by one. */
const UNDER_WAY = 16;

/**
 * Captures what lines of JSON say as memories of today. Ids change on the way, so what replaced what is followed from old
 * ids to new ones: a memory is captured after those it supersedes, which come before it in an export.
 */
export function createCaptureImporter(options: {
  capture(args: object): Promise<CaptureAnswer>;
  /** All memories that a newer one replaced; asked for once, and only if the lines hold such ones. */
  superseded(): AsyncIterable<Memory>;
  /** Where all of them go, whatever the file says. */
  readonly domain: string | undefined;
}): Importer {
  let created = 0;
  let known = 0;
  let failure: unknown = null;
  const refused: { line: number; reason: string }[] = [];
  const underWay = new Set<Promise<void>>();
  let supersededIds: Promise<ReadonlyMap<string, string>> | null = null;
  /** By the old id of the memory that replaces it: the new id of the one that is replaced. */
  const replaced = new Map<string, Promise<string | null>>();

  const captureLine = async (text: string): Promise<string | null> => {
    const { args, oldId, replacedBy } = readLine(text, options.domain);
    if (replacedBy !== null) {
      // A capture knows identical content only among what still holds.
      supersededIds ??= idsByKey(options.superseded());
      const id = (await supersededIds).get(keyOf(args));
      if (id !== undefined) {
        known += 1;
        return id;
      }
    }
    const supersedes = oldId === null ? null : await replaced.get(oldId);
    const answer = await options.capture(defined({ ...args, supersedes: supersedes ?? undefined }));
    if (answer.created) created += 1;
    else known += 1;
    return answer.memory.id;
  };

  const run = async (text: string, line: number): Promise<string | null> => {
    try {
      return await captureLine(text);
    } catch (error) {
      if (!(error instanceof RecollectError) || !isAboutTheLine(error)) failure ??= error;
      else refused.push({ line, reason: [error.message, error.hint].filter(Boolean).join(" ") });
      return null;
    }
  };

  return {
    async take(text, line) {
      if (failure !== null) throw failure;
      if (text.trim() === "") return;
      const newId = run(text, line);
      const replacement = replacementOf(text);
      if (replacement !== null) replaced.set(replacement, newId);
      const task: Promise<void> = newId.then(() => void underWay.delete(task));
      underWay.add(task);
      if (underWay.size >= UNDER_WAY) await Promise.race(underWay);
    },
    async finish() {
      await Promise.all(underWay);
      if (failure !== null) throw failure;
      return { created, known, conflicts: [], refused: refused.toSorted((one, other) => one.line - other.line) };
    },
  };
}

/** One bad line does not stop the others; anything else would fail for each of them. */
function isAboutTheLine({ code }: RecollectError): boolean {
  return code === "invalid_argument" || code === "too_large" || code === "not_found" || code === "permission_denied";
}

interface ReadLine {
  readonly args: { readonly content: string; readonly domain?: unknown; readonly namespace?: unknown };
  readonly oldId: string | null;
  readonly replacedBy: string | null;
}

async function idsByKey(memories: AsyncIterable<Memory>): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for await (const memory of memories) ids.set(keyOf(memory), memory.id);
  return ids;
}

function keyOf({ content, domain, namespace }: ReadLine["args"]): string {
  return JSON.stringify([domain, namespace, content]);
}

function readLine(text: string, domain: string | undefined): ReadLine {
  const value = parseObject(text);
  if (value === null || typeof value.content !== "string") {
    throw new RecollectError("invalid_argument", 'It is no JSON object with a "content".');
  }
  const { content, namespace, tags, source, id } = value;
  const args = { content, namespace, domain: domain ?? value.domain, tags, source: source ?? undefined };
  const oldId = typeof id === "string" ? id : null;
  return { args: defined(args), oldId, replacedBy: replacementOf(text) };
}

function replacementOf(text: string): string | null {
  const supersededBy = parseObject(text)?.supersededBy;
  return typeof supersededBy === "string" ? supersededBy : null;
}

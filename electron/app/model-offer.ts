import { OWNER } from "../core/caller.ts";
import { ANY } from "../core/domain.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Languages } from "../search/languages.ts";
import type { ModelOffer } from "../window-api/contract.ts";

/** The newest memories whose language is identified, in pages. */
const PAGES = 2;
const PAGE_SIZE = 200;
/** The offer is made from this number of memories, and this share of them, that are not English. */
const MIN_OTHERS = 5;
const MIN_SHARE = 0.2;
const MAX_LANGUAGES = 3;

/**
 * Offers a multilingual model while the built-in one, which is English, is in use and a considerable part of the
 * memories is not English.
 */
export function createModelOffer(parts: {
  readonly memories: Pick<MemoryService, "list">;
  readonly identify: (texts: readonly string[]) => Promise<Languages>;
  readonly isBundled: () => boolean;
}): () => Promise<ModelOffer | null> {
  return async () => {
    if (!parts.isBundled()) return null;
    const texts: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES && (page === 0 || cursor !== undefined); page++) {
      const listed = await parts.memories.list(OWNER, { domain: ANY, limit: PAGE_SIZE, cursor });
      texts.push(...listed.items.map(({ content }) => content));
      cursor = listed.nextCursor;
    }
    const { known, others } = await parts.identify(texts);
    const count = others.reduce((total, language) => total + language.count, 0);
    if (count < MIN_OTHERS || count < known * MIN_SHARE) return null;
    return { share: count / known, languages: others.slice(0, MAX_LANGUAGES).map(({ code }) => code) };
  };
}

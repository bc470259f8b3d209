import type { ReactNode } from "react";
import type { Memory } from "../../../../electron/core/memory.ts";
import { useText } from "../../../text/use-text.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { MarkdownLink } from "./markdown-link.tsx";

interface MetadataProps {
  readonly memory: Memory;
  readonly onFilter: (kind: "tag" | "namespace" | "domain", value: string) => void;
}

/** What is known about a memory besides its text. */
export function Metadata({ memory, onFilter }: MetadataProps) {
  const text = useText();
  const words = text.memories.meta;
  return (
    <section aria-label={words.label} className="mt-8 border-t border-line pt-4">
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-y-1.5 text-ink-soft">
        {memory.deletedAt !== null && (
          <Entry name={words.deleted}>
            {words.inTrash} <RelativeTime at={memory.deletedAt} form="long" />
          </Entry>
        )}
        {memory.supersededBy !== null && (
          <Entry name={words.superseded}>
            {words.supersededText}{" "}
            <MarkdownLink href={`recollect://memory/${memory.supersededBy}`}>{words.seeNewer}</MarkdownLink>
          </Entry>
        )}
        {memory.tags.length > 0 && (
          <Entry name={words.tags}>
            <span className="flex flex-wrap gap-1">
              {memory.tags.map((tag) => (
                <Tag key={tag} label={tag} onClick={() => onFilter("tag", tag)} />
              ))}
            </span>
          </Entry>
        )}
        <Entry name={words.captured}>
          <RelativeTime at={memory.createdAt} form="long" />{" "}
          {memory.client === null ? (
            words.capturedByYou
          ) : (
            <span title={`${memory.client.name} ${memory.client.version}`}>{words.capturedBy(memory.client.name)}</span>
          )}
        </Entry>
        {memory.revision > 1 && (
          <Entry name={words.changed}>
            <RelativeTime at={memory.updatedAt} form="long" /> · {words.revision(memory.revision)}
          </Entry>
        )}
        {memory.source !== null && (
          <Entry name={words.source}>
            <span className="break-all" data-selectable>
              {/^https?:\/\//i.test(memory.source) ? (
                <span className="text-accent-text underline underline-offset-2">
                  <MarkdownLink href={memory.source}>{memory.source}</MarkdownLink>
                </span>
              ) : (
                memory.source
              )}
            </span>
          </Entry>
        )}
        <Entry name={words.recalled}>
          {memory.recalledAt === null ? (
            words.never
          ) : (
            <>
              {words.recalledTimes(memory.recallCount)}, {words.lastRecalled}{" "}
              <RelativeTime at={memory.recalledAt} form="long" />
            </>
          )}
        </Entry>
      </dl>
    </section>
  );
}

function Entry({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-faint">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

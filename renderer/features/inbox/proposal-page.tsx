import { FileText, ShieldQuestion, TriangleAlert, Upload } from "lucide-react";
import type { Ref } from "react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import { isFromWatchedFile, type Proposal, type ProposalReason } from "../../../electron/core/inbox.ts";
import { titleOf } from "../../../electron/core/memory.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { clientName, clientTitle } from "../../ui/client-name.ts";
import { Fact } from "../../ui/pane.tsx";
import { Tag } from "../../ui/tag.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { MarkdownLink, MarkdownPage } from "../memories/reading/markdown.tsx";
import { SimilarPanel } from "../memories/reading/page-tabs.tsx";
import { splitTitle } from "../memories/reading/split-title.ts";

const REASON_ICONS = { access: ShieldQuestion, instruction: TriangleAlert, import: Upload } as const;

/** A proposal as a page: why it waits, its content, its origin, and similar memories. */
export function ProposalPage({ proposal, ref }: { readonly proposal: Proposal; readonly ref: Ref<HTMLElement> }) {
  const text = useText().inbox;
  const { memory } = proposal;
  const { title, body } = splitTitle(memory.content);
  return (
    <article
      ref={ref}
      aria-label={text.proposal}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls, so that it must be reachable by keyboard
      tabIndex={0}
      className="focus-inset min-h-0 flex-1 overflow-y-auto px-8 pt-5 pb-10 max-wide:px-4"
    >
      <div className="mx-auto max-w-180">
        <Reason proposal={proposal} />
        <p className="mt-4 mb-2 truncate text-sm text-ink-faint">
          {memory.namespace} <span aria-hidden>·</span> <span dir="auto">{markHidden(memory.domain)}</span>
        </p>
        {title !== null && (
          <h2 dir="auto" className="mb-4 text-xl font-semibold tracking-tight text-balance" data-selectable>
            {markHidden(title)}
          </h2>
        )}
        <div className="text-md">
          <MarkdownPage content={body} />
        </div>
        <Details proposal={proposal} />
        <Similar id={memory.id} isRejected={proposal.rejectedAt !== null} />
      </div>
    </article>
  );
}

function Reason({ proposal }: { readonly proposal: Proposal }) {
  const text = useText().inbox.reasons;
  const { reason, memory, subject } = proposal;
  const isWatched = isFromWatchedFile(proposal);
  const Icon = isWatched && reason === "import" ? FileText : REASON_ICONS[reason];
  const watched = memory.client === null ? text.file : text.memoryOf(clientTitle(memory.client.name));
  const sentences: Record<ProposalReason, string> = {
    access: text.access(markHidden(memory.client?.name ?? subject)),
    instruction: text.instruction,
    import: isWatched ? watched : text.import,
  };
  const tone = reason === "instruction" ? "bg-warn-soft text-warn-text" : "bg-sunken text-ink-soft";
  return (
    <p className={`inline-flex items-center gap-1.5 rounded-md px-2 py-1 text-sm ${tone}`}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {sentences[reason]}
    </p>
  );
}

/** The origin of a proposal. */
function Details({ proposal }: { readonly proposal: Proposal }) {
  const text = useText();
  const words = text.inbox.meta;
  const { memory, proposedAt, rejectedAt, supersedes } = proposal;
  return (
    <section aria-label={words.label} className="mt-8 border-t border-line pt-4">
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-y-1.5 text-ink-soft">
        <Fact name={words.from}>{memory.client === null ? text.inbox.owner : clientName(memory.client, text)}</Fact>
        <Fact name={words.proposed}>
          <RelativeTime at={proposedAt} form="long" />
        </Fact>
        {rejectedAt !== null && (
          <Fact name={words.rejected}>
            <RelativeTime at={rejectedAt} form="long" />
          </Fact>
        )}
        {memory.tags.length > 0 && (
          <Fact name={text.common.tags}>
            <span className="flex flex-wrap gap-1">
              {memory.tags.map((tag) => (
                <Tag key={tag} label={tag} />
              ))}
            </span>
          </Fact>
        )}
        {memory.source !== null && (
          <Fact name={text.common.source}>
            <span className="break-all" data-selectable>
              {markHidden(memory.source)}
            </span>
          </Fact>
        )}
        {supersedes !== null && (
          <Fact name={words.replaces}>
            <Replaced id={supersedes} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** The memory that a proposal replaces. */
function Replaced({ id }: { readonly id: string }) {
  const text = useText().inbox;
  const { data, isError } = useBridgeQuery("memories.get", { reference: id });
  if (isError) return text.replacesGone;
  if (data === undefined) return null;
  return <MarkdownLink href={`recollect://memory/${id}`}>{titleOf(markHidden(data.content))}</MarkdownLink>;
}

function Similar({ id, isRejected }: { readonly id: string; readonly isRejected: boolean }) {
  const { common } = useText();
  const text = useText().inbox.similar;
  const similar = useBridgeQuery("inbox.similar", { id }, { enabled: !isRejected });
  if (isRejected) return null;
  return (
    <section aria-label={text.label} className="mt-6 border-t border-line pt-4">
      <h2 className="mb-1 text-sm text-ink-faint">{text.label}</h2>
      <SimilarPanel similar={similar} none={common.noSimilarMemories} />
    </section>
  );
}

import { FileQuestion, FileText } from "lucide-react";
import type { Memory } from "../../../../electron/core/memory.ts";
import { BridgeError } from "../../../bridge.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { MarkdownPage } from "./markdown.tsx";
import { Metadata } from "./metadata.tsx";
import { MoreTabs } from "./more-tabs.tsx";
import { PageHeader, type PageHeaderProps } from "./page-header.tsx";
import { splitTitle } from "./split-title.ts";

interface ReadingPaneProps extends Omit<PageHeaderProps, "memory"> {
  readonly id: string | null;
  readonly memory: Memory | undefined;
  readonly error: BridgeError | null;
  readonly onRetry: () => void;
  readonly onFilter: (kind: "tag" | "namespace" | "domain", value: string) => void;
}

/** One memory as a page. */
export function ReadingPane({ id, memory, error, onRetry, onFilter, ...actions }: ReadingPaneProps) {
  const text = useText();
  const words = text.memories;
  if (id === null) {
    return <EmptyState icon={FileText} title={words.empty.choose} text={words.empty.chooseText} />;
  }
  if (memory === undefined) {
    if (error === null) return <Skeleton shape="lines" />;
    const isGone = error instanceof BridgeError && ["not_found", "invalid_argument"].includes(error.code);
    if (!isGone) return <ErrorState error={error} onRetry={onRetry} />;
    return (
      <EmptyState
        icon={FileQuestion}
        title={words.gone.title}
        text={words.gone.text}
        actions={<Button onClick={actions.onBack}>{words.gone.back}</Button>}
      />
    );
  }
  const { title, body } = splitTitle(memory.content);
  return (
    <article aria-label={words.page} className="flex h-full flex-col">
      <PageHeader memory={memory} {...actions} />
      <div
        key={memory.id}
        tabIndex={-1}
        data-page
        className="focus-inset min-h-0 flex-1 overflow-y-auto px-8 pt-2 pb-10 max-wide:px-5"
      >
        <div className="max-w-180 min-[2000px]:mx-auto">
          {title !== null && (
            <h1 dir="auto" className="mb-4 text-xl font-semibold tracking-tight text-balance" data-selectable>
              {title}
            </h1>
          )}
          {title === null && <h1 className="sr-only">{words.page}</h1>}
          <MarkdownPage content={body} />
          <Metadata memory={memory} onFilter={onFilter} />
          <MoreTabs memory={memory} />
        </div>
      </div>
    </article>
  );
}

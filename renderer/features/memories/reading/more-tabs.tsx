import { Tabs } from "@base-ui/react/tabs";
import { useState } from "react";
import type { Memory } from "../../../../electron/core/memory.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { HistoryPanel } from "./history-panel.tsx";
import { SimilarPanel } from "./similar-panel.tsx";

/** What is alike changes with every capture; asked again after this, in milliseconds. */
const SIMILAR_STALE = 30_000;

const TAB_STYLE =
  "h-7 border-b-2 border-transparent text-ink-faint transition-colors hover:text-ink data-active:border-accent data-active:font-medium data-active:text-ink";

/** What is much like this memory, and how it came to be as it is. */
export function MoreTabs({ memory }: { readonly memory: Memory }) {
  const text = useText();
  const words = text.memories.tabs;
  const [tab, setTab] = useState("similar");
  const similar = useBridgeQuery("memories.similar", { reference: memory.id }, { staleTime: SIMILAR_STALE });
  return (
    <Tabs.Root value={tab} onValueChange={(value) => setTab(String(value))} className="mt-6">
      <Tabs.List aria-label={words.label} className="flex gap-4 border-b border-line">
        <Tabs.Tab value="similar" className={TAB_STYLE}>
          {words.similar(similar.data?.length ?? null)}
        </Tabs.Tab>
        <Tabs.Tab value="history" className={TAB_STYLE}>
          {words.history(memory.revision)}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="similar" className="pt-2">
        <SimilarPanel similar={similar} />
      </Tabs.Panel>
      <Tabs.Panel value="history" className="pt-2">
        <HistoryPanel memory={memory} />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

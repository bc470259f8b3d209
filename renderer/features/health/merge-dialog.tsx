import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Memory } from "../../../electron/core/memory.ts";
import type { DuplicatePair } from "../../../electron/core/memory-service.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { errorSentence } from "../../ui/error-state.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";
import { MemoryCache } from "../memories/data/memory-cache.ts";
import { Difference } from "../memories/reading/difference.tsx";
import { MemoryLine } from "./finding-list.tsx";

interface MergeDialogProps {
  readonly pair: DuplicatePair;
  readonly onClose: () => void;
}

/** Merges two memories: shows both, asks which one to keep and edits its new text. */
export function MergeDialog({ pair, onClose }: MergeDialogProps) {
  const text = useText();
  const words = text.health.mergeDialog;
  const { memory: newer, other: older } = pair;
  const [kept, setKept] = useState<"newer" | "older">("newer");
  const [content, setContent] = useState(newer.content);
  const merge = useMerge();
  const tags = [...new Set([...newer.tags, ...older.tags])].sort();
  const choose = (value: "newer" | "older") => {
    const texts = { newer: newer.content, older: older.content };
    if (content === texts[kept]) setContent(texts[value]);
    setKept(value);
  };
  const finish = () => {
    onClose();
    const [keep, other] = kept === "newer" ? [newer, older] : [older, newer];
    void merge({ keep, other, content, tags });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={words.title}
      description={words.text}
      footer={
        <>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button variant="primary" disabled={content.trim() === ""} onClick={finish}>
            {words.merge}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-4 max-wide:grid-cols-1">
          <MemoryLine memory={newer} note={text.health.newer} />
          <MemoryLine memory={older} note={text.health.older} />
        </div>
        <section aria-label={words.difference} className="flex flex-col gap-1">
          <h3 className="text-sm text-ink-soft">{words.difference}</h3>
          <Difference before={older.content} after={newer.content} />
        </section>
        <div className="flex items-center gap-3">
          <span className="text-sm text-ink-soft" aria-hidden>
            {words.keep}
          </span>
          <Segmented
            label={words.keep}
            value={kept}
            options={[
              { value: "newer", label: text.health.newer },
              { value: "older", label: text.health.older },
            ]}
            onChange={choose}
          />
        </div>
        <label className="flex flex-col gap-1">
          <span className="text-sm text-ink-soft">{words.result}</span>
          <textarea
            value={content}
            dir="auto"
            onChange={(event) => setContent(event.target.value)}
            className="field-sizing-content max-h-[50vh] min-h-24 w-full resize-y rounded-md bg-canvas p-3 text-md text-ink shadow-[inset_0_0_0_1px_var(--line-strong)] forced-colors:border"
          />
        </label>
        {tags.length > 0 && <p className="text-sm text-ink-faint">{words.tags(tags.join(", "))}</p>}
      </div>
    </Dialog>
  );
}

interface Merge {
  readonly keep: Memory;
  readonly other: Memory;
  readonly content: string;
  readonly tags: readonly string[];
}

/** Merges two memories and offers to undo it. Fails if one of them has changed since it was shown. */
function useMerge(): (merge: Merge) => Promise<void> {
  const bridge = useBridge();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  const cache = new MemoryCache(client);

  const separate = async ({ keep }: Merge, merged: Memory, superseded: Memory) => {
    const { kept, reinstated } = await bridge.invoke("memories.separate", {
      kept: merged.id,
      other: superseded.id,
      content: keep.content,
      tags: [...keep.tags],
      expectedRevision: merged.revision,
      otherRevision: superseded.revision,
    });
    cache.patch(kept, reinstated);
    await cache.refresh();
  };

  return async (merge) => {
    try {
      const { kept, superseded } = await bridge.invoke("memories.merge", {
        keep: merge.keep.id,
        other: merge.other.id,
        content: merge.content,
        tags: [...merge.tags],
        expectedRevision: merge.keep.revision,
        otherRevision: merge.other.revision,
      });
      cache.patch(kept, superseded);
      cache.remove([superseded.id]);
      undo.offer(text.health.mergeDialog.done, () => separate(merge, kept, superseded));
    } catch (error) {
      toast.show({ message: errorSentence(error, text), tone: "bad" });
    }
  };
}

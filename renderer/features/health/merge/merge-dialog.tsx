import { useState } from "react";
import type { DuplicatePair } from "../../../../electron/core/memory-service.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { Difference } from "../../memories/reading/difference.tsx";
import { MemoryLine } from "../finding.tsx";
import { useMerge } from "./use-merge.ts";

interface MergeDialogProps {
  readonly pair: DuplicatePair;
  readonly onClose: () => void;
}

/** Both memories, which one stays, and the text it gets. */
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

import { ArrowRight } from "lucide-react";
import { type Memory, titleOf } from "../../../electron/core/memory.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Step } from "./step.tsx";
import { useSampleMemory } from "./use-sample-memory.ts";

/** The first memory: an ordinary one that explains itself, or whatever an assistant is told to remember. */
export function SampleStep({ newest }: { readonly newest: Memory | undefined }) {
  const text = useText();
  const words = text.welcome.sample;
  const { navigate } = useNavigation();
  const { capture, isBusy } = useSampleMemory();
  return (
    <Step number={2} title={words.title} done={newest !== undefined}>
      {newest === undefined ? (
        <p className="text-pretty text-ink-soft">{words.text}</p>
      ) : (
        <div className="flex items-center gap-1 rounded-md bg-good-soft py-1 pr-1 pl-3">
          <span className="min-w-0 flex-1 truncate" dir="auto">
            {titleOf(newest.content)}
          </span>
          <span className="shrink-0 text-sm text-ink-soft">
            {newest.client === null
              ? text.memories.meta.capturedByYou
              : text.memories.meta.capturedBy(newest.client.name)}
          </span>
          <Button
            size="small"
            variant="quiet"
            onClick={() => navigate({ place: "memories", path: ["all", newest.id] })}
          >
            {words.open}
            <ArrowRight size={13} aria-hidden />
          </Button>
        </div>
      )}
      {(newest === undefined || newest.client === null) && (
        <>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-ink-soft">
            {newest === undefined && (
              <Button disabled={isBusy} onClick={() => void capture()}>
                {words.write}
              </Button>
            )}
            {newest === undefined ? words.orTell : words.tell}
          </div>
          <p className="flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
            <q className="min-w-0 flex-1" data-selectable>
              {words.prompt}
            </q>
            <CopyButton size="small" variant="quiet" value={words.prompt} />
          </p>
        </>
      )}
    </Step>
  );
}

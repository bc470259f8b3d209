import { ArrowRight } from "lucide-react";
import { type Memory, titleOf } from "../../../electron/core/memory.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Step } from "./step.tsx";

/** How the memory that explains itself is written. */
export interface SampleMemory {
  capture(): Promise<void>;
  readonly isBusy: boolean;
}

interface SampleStepProps {
  /** The newest memory, once there is one. */
  readonly newest: Memory | undefined;
  readonly sample: SampleMemory;
}

/** The first memory: an ordinary one that explains itself, or whatever an assistant is told to remember. */
export function SampleStep({ newest, sample }: SampleStepProps) {
  const text = useText();
  const words = text.welcome.sample;
  const { navigate } = useNavigation();
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
              <Button disabled={sample.isBusy} onClick={() => void sample.capture()}>
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

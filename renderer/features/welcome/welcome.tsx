import { X } from "lucide-react";
import type { Memory } from "../../../electron/core/memory.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ImportOffer } from "../import/import-offer.tsx";
import { ConnectStep } from "./connect-step.tsx";
import { PlacesStep } from "./places-step.tsx";
import { type SampleMemory, SampleStep } from "./sample-step.tsx";

interface WelcomeProps {
  /** The newest memory, once there is one. */
  readonly newest: Memory | undefined;
  readonly sample: SampleMemory;
  readonly onClose: () => void;
}

/** What an empty application teaches: who can use it, how a memory comes to be, and where things live. */
export function Welcome({ newest, sample, onClose }: WelcomeProps) {
  const words = useText().welcome;
  return (
    <section aria-label={words.title} className="flex h-full flex-col">
      <header className="drag-region flex justify-end px-3 pt-3">
        <IconButton label={words.close} icon={X} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-8 pb-10 max-wide:px-5">
        <div className="max-w-160 min-[2000px]:mx-auto">
          <h1 className="text-xl font-semibold tracking-tight">{words.title}</h1>
          <p className="mt-1 mb-6 text-md text-pretty text-ink-soft">{words.text}</p>
          <ol className="flex flex-col gap-6">
            <ConnectStep />
            <SampleStep newest={newest} sample={sample} />
            <PlacesStep />
          </ol>
          <ImportOffer />
          <div className="mt-7 flex flex-wrap items-center gap-3 pl-9">
            <Button onClick={onClose}>{words.finish}</Button>
            <span className="text-sm text-ink-faint">{words.again}</span>
          </div>
        </div>
      </div>
    </section>
  );
}

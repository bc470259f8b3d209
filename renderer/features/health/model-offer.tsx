import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { useDismissed } from "./use-dismissed.ts";

const DISMISSED_KEY = "model:multilingual";
/** It reads hundreds of memories, so it is not repeated within this time. */
const MAX_AGE_MS = 5 * 60_000;

/** Offers a multilingual model while many memories are not in English; it can be dismissed for good. */
export function ModelOffer({ onChoose }: { readonly onChoose: () => void }) {
  const text = useText();
  const words = text.settings.model.offer;
  const { isDismissed, dismiss } = useDismissed();
  const { data: offer } = useBridgeQuery("model.offer", {}, { staleTime: MAX_AGE_MS });
  if (offer == null || isDismissed(DISMISSED_KEY)) return null;
  const names = new Intl.DisplayNames(text.language, { type: "language" });
  const languages = offer.languages.map((code) => names.of(code) ?? code);
  const list = new Intl.ListFormat(text.language, { type: "conjunction" }).format(languages);
  return (
    <section
      aria-label={words.title}
      className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-sunken px-3 py-2 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <p className="min-w-0 flex-1 basis-80 text-ink-soft">{words.text(Math.round(offer.share * 100), list)}</p>
      <div className="flex gap-2">
        <Button size="small" onClick={onChoose}>
          {words.choose}
        </Button>
        <Button size="small" variant="quiet" onClick={() => dismiss([DISMISSED_KEY], words.title)}>
          {text.health.dismiss}
        </Button>
      </div>
    </section>
  );
}

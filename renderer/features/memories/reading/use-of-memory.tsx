import type { Memory } from "../../../../electron/core/memory.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Fact } from "../../../ui/pane.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import { MarkdownLink } from "./markdown.tsx";

/** How often clients got a memory lately and how often they used it; nothing if none got it. */
export function UseOfMemory({ memory }: { readonly memory: Memory }) {
  const words = useText().use;
  const { data } = useBridgeQuery("use.ofMemory", { id: memory.id }, { refetchOnMount: "always" });
  if (data === undefined || data.given === 0) return null;
  const { given, used, unknown, last } = data;
  return (
    <Fact name={words.given}>
      {unknown === given ? words.timesUnknown(given) : words.times(given, used)}
      {last !== null && (
        <>
          , {words.lastIn}{" "}
          <span className="text-accent-text underline underline-offset-2">
            <MarkdownLink href={`recollect://conversation/${last.conversation}#${last.message}`}>
              {words.conversation}
            </MarkdownLink>
          </span>{" "}
          <RelativeTime at={last.at} form="long" />
        </>
      )}
    </Fact>
  );
}

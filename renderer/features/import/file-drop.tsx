import { Import } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useBridge } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { useToast } from "../../ui/toast.tsx";
import { ImportDialog } from "./import-setting.tsx";

/** Imports files and folders that are dropped anywhere on the window, one after the other, each after its preview. */
export function FileDrop() {
  const { imports: words } = useText();
  const bridge = useBridge();
  const toast = useToast();
  const [isOver, setOver] = useState(false);
  const [sources, setSources] = useState<readonly string[]>([]);
  const [source] = sources;

  const onDrag = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer?.types.includes("Files") !== true) return;
    // The page would be replaced by the file.
    event.preventDefault();
    const isInside = event.type === "dragover" || (event.type === "dragleave" && event.relatedTarget !== null);
    setOver(isInside);
    if (event.type !== "drop") return;
    const paths = [...event.dataTransfer.files].map((file) => bridge.pathOf(file));
    const known = paths.filter((path) => path !== null);
    setSources(known);
    if (known.length < paths.length) toast.show(words.dropInBrowser, { tone: "bad" });
  });
  useEffect(() => {
    const listener = (event: DragEvent) => onDrag(event);
    const events = ["dragover", "dragleave", "drop"] as const;
    for (const name of events) window.addEventListener(name, listener);
    return () => {
      for (const name of events) window.removeEventListener(name, listener);
    };
  }, []);

  return (
    <>
      {isOver && (
        <div className="pointer-events-none fixed inset-2 z-50 flex items-center justify-center rounded-lg bg-scrim outline-2 outline-accent outline-dashed">
          <p className="flex items-center gap-2 rounded-lg bg-raised px-4 py-3 text-lg shadow-popup" role="status">
            <Import size={18} strokeWidth={1.75} aria-hidden />
            {words.drop}
          </p>
        </div>
      )}
      {source !== undefined && (
        <ImportDialog key={source} source={source} onClose={() => setSources((before) => before.slice(1))} />
      )}
    </>
  );
}

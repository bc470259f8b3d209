import { useEffect, useRef, useState } from "react";
import type { ImportReport } from "../../../electron/core/memory-import.ts";
import { BridgeError } from "../../bridge.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useBridgeEvent } from "../../data/use-bridge-event.ts";

/** Where an import stands. */
export type ImportState =
  | { readonly step: "choose"; readonly error: unknown; readonly stopped: boolean }
  | { readonly step: "reading" | "importing"; readonly done: number; readonly total: number | null }
  | { readonly step: "preview" | "done"; readonly report: ImportReport };

const AT_FIRST: ImportState = { step: "choose", error: null, stopped: false };

export interface ImportProcess {
  readonly state: ImportState;
  /** Reads everything and tells what would come in. */
  look(path: string): void;
  take(path: string, projects: Readonly<Record<string, string>>): void;
  stop(): void;
  back(): void;
}

/** Looks into what another program keeps, then takes it in; leaving the window's part stops what is under way. */
export function useImport(): ImportProcess {
  const bridge = useBridge();
  const [state, setState] = useState<ImportState>(AT_FIRST);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useBridgeEvent("import.progress", ({ done, total }) =>
    setState((now) => (now.step === "reading" || now.step === "importing" ? { ...now, done, total } : now)),
  );

  const run = async (path: string, dryRun: boolean, projects: Readonly<Record<string, string>>) => {
    const controller = new AbortController();
    running.current = controller;
    setState({ step: dryRun ? "reading" : "importing", done: 0, total: null });
    try {
      const report = await bridge.invoke("imports.run", { path, dryRun, projects }, controller.signal);
      setState({ step: dryRun ? "preview" : "done", report });
    } catch (error) {
      const stopped = error instanceof BridgeError && error.code === "cancelled";
      setState({ step: "choose", error: stopped ? null : error, stopped: stopped && !dryRun });
    }
  };

  return {
    state,
    look: (path) => void run(path, true, {}),
    take: (path, projects) => void run(path, false, projects),
    stop: () => running.current?.abort(),
    back: () => setState(AT_FIRST),
  };
}

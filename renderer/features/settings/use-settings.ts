import type { MethodInput } from "../../../electron/window-api/contract.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useUndoableSettings } from "../../data/use-undoable-settings.ts";
import { useText } from "../../text/use-text.ts";

type Changes = MethodInput<"settings.update">;

/** The settings and a mutation that updates them and can be undone. Each caller has its own mutation state. */
export function useSettings() {
  const { common, settings: words, use, quick } = useText();
  const settings = useBridgeQuery("settings.get", {});
  const names: Readonly<Record<keyof Changes, string>> = {
    port: words.port.label,
    theme: words.theme.label,
    language: words.language.label,
    startAtLogin: words.start.label,
    quickKeys: quick.setting.label,
    secrets: words.memorySecrets.title,
    use: use.title,
  };
  const update = useUndoableSettings("settings.update", {
    refreshes: ["clients.configurations"],
    done: (changes) =>
      common.changed((Object.keys(changes) as (keyof Changes)[]).map((name) => names[name]).join(", ")),
  });
  return { settings, update };
}

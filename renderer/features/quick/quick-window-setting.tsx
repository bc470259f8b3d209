import { useEffect, useEffectEvent, useState } from "react";
import { quickKeysOf } from "../../../electron/core/quick-keys.ts";
import type { Settings } from "../../../electron/window-api/contract.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import type { UndoableChange } from "../../data/use-undoable.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Setting } from "../../ui/setting.tsx";
import { InlineError } from "../../ui/states.tsx";

interface QuickWindowSettingProps {
  readonly settings: Settings;
  readonly update: UndoableChange<"settings.update">;
}

/** The combination of keys that opens the quick window: pressed to choose it, or off. */
export function QuickWindowSetting({ settings: { quickKeys, quickWindow }, update }: QuickWindowSettingProps) {
  const text = useText().quick.setting;
  const [isRecording, setRecording] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const stop = () => {
    setRecording(false);
    setRefused(false);
  };
  useRecordedKeys(isRecording, (keys) => {
    if (keys === "unusable") return setRefused(true);
    stop();
    if (keys !== null && keys !== quickKeys) update.mutate({ quickKeys: keys });
  });
  if (quickWindow === null) {
    return (
      <Setting name={text.label}>
        <span className="text-ink-faint">{text.browser}</span>
      </Setting>
    );
  }
  return (
    <Setting
      name={text.label}
      hint={
        <>
          {text.hint}
          {quickWindow.isUncertain && <span className="mt-1 block">{text.wayland}</span>}
        </>
      }
    >
      {quickKeys === null ? <span className="text-ink-faint">{text.off}</span> : <Keys keys={quickKeys} />}
      <Button size="small" aria-pressed={isRecording} onClick={() => setRecording(true)} onBlur={stop}>
        {isRecording ? text.recording : quickKeys === null ? text.choose : text.change}
      </Button>
      {quickKeys !== null && (
        <Button size="small" variant="quiet" onClick={() => update.mutate({ quickKeys: null })}>
          {text.remove}
        </Button>
      )}
      {isRefused && (
        <p role="alert" className="w-full text-bad-text">
          {text.unusable}
        </p>
      )}
      {quickKeys !== null && !quickWindow.isActive && (
        <p role="alert" className="w-full text-bad-text">
          {text.taken}
        </p>
      )}
      {update.variables?.quickKeys !== undefined && <InlineError error={update.error} />}
    </Setting>
  );
}

/** A combination, each key in a box. */
function Keys({ keys }: { readonly keys: string }) {
  return (
    <kbd className="inline-flex gap-1 font-sans">
      {keys.split("+").map((key) => (
        <kbd
          key={key}
          className="rounded-sm bg-sunken px-1.5 py-0.5 font-sans text-sm shadow-[inset_0_0_0_1px_var(--line)]"
        >
          {key}
        </kbd>
      ))}
    </kbd>
  );
}

/** Reports the next combination that is pressed, null for Escape, or that it cannot be used. */
function useRecordedKeys(isRecording: boolean, onKeys: (keys: string | "unusable" | null) => void): void {
  const isMac = useBridgeQuery("app.status", {}).data?.platform === "darwin";
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return onKeys(null);
    if (/^(?:Control|Alt|AltGraph|Shift|Meta)$/.test(event.key)) return;
    onKeys(quickKeysOf(event, isMac) ?? "unusable");
  });
  useEffect(() => {
    if (!isRecording) return;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listen, true);
    return () => window.removeEventListener("keydown", listen, true);
  }, [isRecording]);
}

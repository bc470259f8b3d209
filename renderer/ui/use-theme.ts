import { useEffect } from "react";
import type { Settings } from "../../electron/window-api/contract.ts";
import { useBridgeQuery } from "../data/use-bridge.tsx";
import { readStored, writeStored } from "../data/use-stored.ts";
import { useUndoableSettings } from "../data/use-undoable-settings.ts";
import { useText } from "../text/use-text.ts";

type Theme = Settings["theme"];

const STORED = "theme";

/** Applies the theme of the last visit before the settings are loaded, which avoids a flash. */
export function applyRememberedTheme(): void {
  applyTheme(readStored<Theme>(STORED, "system"));
}

/** The theme of the settings, and a function that changes it. */
export function useTheme(): { readonly theme: Theme; setTheme(theme: Theme): void } {
  const settings = useBridgeQuery("settings.get", {});
  const theme = settings.data?.theme ?? readStored<Theme>(STORED, "system");
  const text = useText();
  const { mutate } = useUndoableSettings("settings.update", {
    done: () => text.common.changed(text.settings.theme.label),
  });
  return {
    theme,
    setTheme(next) {
      applyTheme(next);
      mutate({ theme: next });
    },
  };
}

/** Applies the theme of the settings to the page. */
export function useAppliedTheme(): void {
  const { data } = useBridgeQuery("settings.get", {});
  const theme = data?.theme;
  useEffect(() => {
    if (theme !== undefined) applyTheme(theme);
  }, [theme]);
}

function applyTheme(theme: Theme): void {
  writeStored(STORED, theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

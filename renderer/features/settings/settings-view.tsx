import { useText } from "../../text/use-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AboutSettings } from "./about-settings.tsx";
import { DataSettings } from "./data-settings.tsx";
import { GeneralSettings } from "./general-settings.tsx";
import { IndexSettings } from "./index-settings.tsx";
import { PortSettings } from "./port-settings.tsx";
import { useSettings } from "./use-settings.ts";

/** What the owner decides about the application, and what it says about itself. */
export function SettingsView() {
  const text = useText().settings;
  const { settings } = useSettings();
  return (
    <section aria-label={text.title} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-center border-b border-line px-4">
        <h1 className="font-medium">{text.title}</h1>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {settings.data === undefined ? (
          settings.isError ? (
            <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
          ) : (
            <Skeleton shape="lines" rows={8} />
          )
        ) : (
          <div className="max-w-180 px-4 pb-8 min-[2000px]:mx-auto">
            <PortSettings settings={settings.data} />
            <GeneralSettings settings={settings.data} />
            <IndexSettings />
            <DataSettings dataFolder={settings.data.dataFolder} />
            <AboutSettings />
          </div>
        )}
      </div>
    </section>
  );
}

import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";

/** Which Recollect this is. */
export function AboutSettings() {
  const text = useText().settings.about;
  const status = useBridgeQuery("app.status", {});
  return (
    <SettingGroup title={text.title}>
      {status.data === undefined ? (
        status.isError && <ErrorState inline error={status.error} onRetry={() => void status.refetch()} />
      ) : (
        <>
          <Setting name={text.version}>
            <span data-selectable>Recollect {status.data.version}</span>
          </Setting>
          <Setting name={text.host}>
            {status.data.host === "desktop" ? text.desktop : text.headless}
            <span className="text-ink-faint">
              {text.started} <RelativeTime at={status.data.startedAt} form="long" />
            </span>
          </Setting>
        </>
      )}
    </SettingGroup>
  );
}

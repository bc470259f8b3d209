import { Download, ExternalLink, RefreshCw, RotateCw } from "lucide-react";
import type { UpdateStatus } from "../../../electron/core/updates.ts";
import { useAction, useBridge, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { formatBytes } from "../../ui/bytes.ts";
import { Switch } from "../../ui/choice.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { ErrorState, Loaded } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";

/** The updates of the application: the question whether to check, the known version, and its actions. */
export function UpdateSettings() {
  const text = useText().updates;
  const status = useBridgeQuery("updates.status", {});
  return (
    <SettingGroup title={text.title}>
      <Loaded query={status} inline shape="lines" rows={2}>
        {(loaded) => <Updates status={loaded} />}
      </Loaded>
    </SettingGroup>
  );
}

/** The mutations of updates put the new status in the cache. */
function useUpdateActions() {
  const stores = ["updates.status", {}] as const;
  // The status has the error.
  const reported = { stores, refreshes: ["updates.status"], onError: undefined } as const;
  return {
    setAgreed: useAction("updates.setAgreed", { stores }),
    check: useAction("updates.check", reported),
    download: useAction("updates.download", reported),
    install: useAction("updates.install", { stores }),
    postpone: useAction("updates.postpone", { stores }),
  };
}

function Updates({ status }: { readonly status: UpdateStatus }) {
  const { common, updates: text } = useText();
  const actions = useUpdateActions();
  const { agreed, obstacle } = status;
  if (obstacle === "source") return <Setting name={common.version}>{text.obstacles.source}</Setting>;
  return (
    <>
      {agreed === null ? (
        <Setting name={text.automatic} hint={text.questionHint}>
          <span className="w-full leading-7">{text.question}</span>
          <Button size="small" onClick={() => actions.setAgreed.mutate({ agreed: true })}>
            {text.agree}
          </Button>
          <Button size="small" onClick={() => actions.setAgreed.mutate({ agreed: false })}>
            {text.decline}
          </Button>
        </Setting>
      ) : (
        <Setting name={text.automatic} hint={agreed ? text.automaticHint : text.off}>
          <Switch
            label={text.automatic}
            checked={agreed}
            onChange={(wanted) => actions.setAgreed.mutate({ agreed: wanted })}
          />
        </Setting>
      )}
      {agreed === true && <Known status={status} actions={actions} />}
    </>
  );
}

interface KnownProps {
  readonly status: UpdateStatus;
  readonly actions: ReturnType<typeof useUpdateActions>;
}

/** A newer version, as far as known. */
function Known({ status, actions }: KnownProps) {
  const { common, updates: text } = useText();
  const { state, release, obstacle, error } = status;
  const isRestarting = state === "waiting" || state === "installing";
  return (
    <>
      <Setting name={common.version} hint={obstacle === null ? undefined : text.obstacles[obstacle]}>
        <div className="flex min-h-7 w-full flex-wrap items-center gap-2" role="status">
          <State status={status} />
        </div>
        {state === "downloading" && <DownloadProgress status={status} />}
        {state === "available" && <Take status={status} onDownload={() => actions.download.mutate({})} />}
        {["idle", "current", "available", "checking"].includes(state) && (
          <Button
            size="small"
            icon={RefreshCw}
            disabled={state === "checking"}
            onClick={() => actions.check.mutate({})}
          >
            {common.checkNow}
          </Button>
        )}
        {state === "ready" && <Install status={status} actions={actions} />}
        {state === "waiting" && (
          <Button size="small" onClick={() => actions.postpone.mutate({})}>
            {text.notNow}
          </Button>
        )}
        {error !== null && <ErrorState inline error={error} />}
      </Setting>
      {release !== null && release.notes !== "" && !isRestarting && (
        <Setting name={text.notes}>
          <p className="w-full max-h-60 overflow-y-auto whitespace-pre-line" data-selectable>
            {release.notes}
          </p>
        </Setting>
      )}
    </>
  );
}

function State({ status: { state, release, checkedAt, version } }: { readonly status: UpdateStatus }) {
  const text = useText().updates;
  const newer = release?.version ?? "";
  if (state === "available" || state === "ready") return <span className="font-medium">{text[state](newer)}</span>;
  if (state === "downloading") return <span>{text.downloading(newer)}</span>;
  if (state !== "idle" && state !== "current") return <span>{text[state]}</span>;
  return (
    <span>
      {version}
      {state === "current" && ` – ${text.current}`}
      <span className="text-ink-faint">
        {" · "}
        {checkedAt === null ? text.notChecked : text.checked}{" "}
        {checkedAt !== null && <RelativeTime at={checkedAt} form="long" />}
      </span>
    </span>
  );
}

function DownloadProgress({ status: { progress, release } }: { readonly status: UpdateStatus }) {
  const text = useText().updates;
  const { done = 0, total = 0 } = progress ?? {};
  return (
    <div className="w-full">
      <ProgressBar
        label={text.downloading(release?.version ?? "")}
        done={done}
        total={total}
        valueText={total === 0 ? "" : text.of(formatBytes(done), formatBytes(total))}
      />
    </div>
  );
}

/** Downloads here, or leads to the page with the downloads. */
function Take({ status, onDownload }: { readonly status: UpdateStatus; readonly onDownload: () => void }) {
  const { common, updates: text } = useText();
  const bridge = useBridge();
  const { obstacle, page } = status;
  if (obstacle === null) {
    return (
      <Button size="small" icon={Download} onClick={onDownload}>
        {common.download}
      </Button>
    );
  }
  return page === null ? null : (
    <Button size="small" icon={ExternalLink} onClick={() => void bridge.openExternal(page)}>
      {text.openPage}
    </Button>
  );
}

function Install({ status: { installsOnQuit }, actions }: KnownProps) {
  const text = useText().updates;
  return (
    <>
      <Button size="small" icon={RotateCw} onClick={() => actions.install.mutate({ when: "now" })}>
        {text.restart}
      </Button>
      {installsOnQuit ? (
        <>
          <Button size="small" onClick={() => actions.postpone.mutate({})}>
            {text.notNow}
          </Button>
          <span className="w-full">{text.installsOnQuit}</span>
        </>
      ) : (
        <Button size="small" onClick={() => actions.install.mutate({ when: "quit" })}>
          {text.onQuit}
        </Button>
      )}
      <span className="w-full text-sm text-ink-faint">{text.readyHint}</span>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NOTICES_FILE, type Notice } from "../../../electron/core/notice.ts";
import { THEMES } from "../../../electron/core/preferences.ts";
import type { Settings } from "../../../electron/window-api/contract.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented, Switch } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { SearchField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { InlineError, Loaded } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { useTheme } from "../../ui/use-theme.ts";
import { SpacesSettings } from "../spaces/spaces-settings.tsx";
import { UpdateSettings } from "../updates/update-settings.tsx";
import { BackupSettings } from "./backup-settings.tsx";
import { BrowserSessionSettings } from "./browser-session-settings.tsx";
import { ClientMemorySettings } from "./client-memories/client-memory-settings.tsx";
import { DataSettings } from "./data-settings.tsx";
import { IndexSettings } from "./index-settings.tsx";
import { MemorySecretSettings } from "./memory-secret-settings.tsx";
import { MemoryUseSettings } from "./memory-use-settings.tsx";
import { PlaceSettings } from "./place-settings.tsx";
import { PortSettings } from "./port-settings.tsx";
import { RemoteDomainSettings } from "./remote-domain-settings.tsx";
import { useSettings } from "./use-settings.ts";

export function SettingsView() {
  const text = useText().settings;
  const { settings } = useSettings();
  return (
    <section aria-label={text.title} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-center border-b border-line px-4">
        <h1 className="font-medium">{text.title}</h1>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded query={settings} shape="lines">
          {(loaded) => (
            <div className="max-w-180 px-4 pb-8 min-[2000px]:mx-auto">
              <PortSettings settings={loaded} />
              <GeneralSettings settings={loaded} />
              <IndexSettings />
              <MemorySecretSettings policy={loaded.secrets} />
              <MemoryUseSettings settings={loaded} />
              <DataSettings dataFolder={loaded.dataFolder} />
              <PlaceSettings />
              <ClientMemorySettings />
              <SpacesSettings />
              <RemoteDomainSettings />
              <BackupSettings folder={backupFolderOf(loaded.dataFolder)} />
              <UpdateSettings />
              <BrowserSessionSettings />
              <AboutSettings />
            </div>
          )}
        </Loaded>
      </div>
    </section>
  );
}

function backupFolderOf(dataFolder: string): string {
  return `${dataFolder}${dataFolder.includes("\\") ? "\\" : "/"}backups`;
}

/** Version and host. */
function AboutSettings() {
  const { common } = useText();
  const text = useText().settings.about;
  const status = useBridgeQuery("app.status", {});
  return (
    <SettingGroup title={text.title}>
      {status.data === undefined ? (
        <InlineError error={status.error} onRetry={() => void status.refetch()} />
      ) : (
        <>
          <Setting name={common.version}>
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
      <Setting name={text.licence}>
        MIT <NoticesButton />
      </Setting>
    </SettingGroup>
  );
}

/** Theme, language and start at login. */
function GeneralSettings({ settings }: { readonly settings: Settings }) {
  const text = useText().settings;
  const { theme, setTheme } = useTheme();
  const { update } = useSettings();
  const pending = update.isPending ? update.variables?.startAtLogin : undefined;
  return (
    <SettingGroup title={text.general}>
      <Setting name={text.theme.label}>
        <Segmented
          label={text.theme.label}
          options={THEMES.map((value) => ({ value, label: text.theme[value] }))}
          value={theme}
          onChange={setTheme}
        />
      </Setting>
      <Setting name={text.language.label}>
        <Select
          label={text.language.label}
          options={[
            { value: "system", label: text.language.system },
            // Each language in its own name, for readers of only that language.
            { value: "en", label: "English" },
            { value: "zh-CN", label: "简体中文" },
          ]}
          value={settings.language}
          onChange={(language) => update.mutate({ language })}
        />
      </Setting>
      <Setting name={text.start.label} hint={settings.canStartAtLogin ? text.start.hint : text.start.cannot}>
        <Switch
          label={text.start.label}
          checked={pending ?? settings.startAtLogin}
          disabled={!settings.canStartAtLogin}
          onChange={(startAtLogin) => update.mutate({ startAtLogin })}
        />
        <InlineError error={update.error} />
      </Setting>
    </SettingGroup>
  );
}

/** A file of the window's own build, which both hosts serve next to its page. */
async function readNotices(): Promise<readonly Notice[]> {
  const response = await fetch(NOTICES_FILE);
  if (!response.ok) throw new Error(`${NOTICES_FILE}: ${response.status}`);
  return (await response.json()) as readonly Notice[];
}

/** Lists the third-party software that the application contains, with the texts of the licences. */
function NoticesDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText().settings.about;
  const notices = useQuery({ queryKey: [NOTICES_FILE], queryFn: readNotices, staleTime: Number.POSITIVE_INFINITY });
  const [query, setQuery] = useState("");
  const isFound = ({ name }: Notice) => name.toLowerCase().includes(query.trim().toLowerCase());
  return (
    <Dialog open size="large" onClose={onClose} title={text.notices} description={text.noticesText}>
      <Loaded query={notices} shape="lines">
        {(all) => (
          <div className="flex flex-col gap-3">
            <SearchField label={text.filterNotices} value={query} onChange={setQuery} />
            {!all.some(isFound) && <p className="text-ink-faint">{text.noNotice}</p>}
            <ul className="flex flex-col gap-1">
              {all.filter(isFound).map(({ name, version, licence, text: body }) => (
                <li key={`${name} ${version}`}>
                  <Disclosure summary={[name, version, "·", licence].filter(Boolean).join(" ")}>
                    <pre
                      className="mt-1 mb-2 ml-5 rounded bg-sunken p-2 font-mono text-sm whitespace-pre-wrap"
                      data-selectable
                    >
                      {body}
                    </pre>
                  </Disclosure>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

/** The button that opens the list. */
function NoticesButton() {
  const text = useText().settings.about;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text.showNotices}</Button>
      {open && <NoticesDialog onClose={() => setOpen(false)} />}
    </>
  );
}

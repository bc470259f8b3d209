import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NOTICES_FILE, type Notice } from "../../../electron/core/notice.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { SearchField } from "../../ui/field.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { InlineError, Loaded } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";

/** Version, host and licence. */
export function AboutSettings() {
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

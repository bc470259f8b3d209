import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NOTICES_FILE, type Notice } from "../../../electron/core/notice.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** A file of the window's own build, which both hosts serve next to its page. */
async function readNotices(): Promise<readonly Notice[]> {
  const response = await fetch(NOTICES_FILE);
  if (!response.ok) throw new Error(`${NOTICES_FILE}: ${response.status}`);
  return (await response.json()) as readonly Notice[];
}

/** Lists the third-party software that the application contains, with the texts of the licences. */
export function NoticesDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText().settings.about;
  const notices = useQuery({ queryKey: [NOTICES_FILE], queryFn: readNotices, staleTime: Number.POSITIVE_INFINITY });
  const [query, setQuery] = useState("");
  const found = notices.data?.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase())) ?? [];
  return (
    <Dialog open size="large" onClose={onClose} title={text.notices} description={text.noticesText}>
      {notices.isError ? (
        <ErrorState error={notices.error} onRetry={() => void notices.refetch()} />
      ) : notices.data === undefined ? (
        <Skeleton shape="lines" rows={8} />
      ) : (
        <div className="flex flex-col gap-3">
          <SearchField label={text.filterNotices} value={query} onChange={setQuery} />
          {found.length === 0 && <p className="text-ink-faint">{text.noNotice}</p>}
          <ul className="flex flex-col gap-1">
            {found.map(({ name, version, licence, text: body }) => (
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
    </Dialog>
  );
}

/** The button that opens the list. */
export function NoticesButton() {
  const text = useText().settings.about;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text.showNotices}</Button>
      {open && <NoticesDialog onClose={() => setOpen(false)} />}
    </>
  );
}

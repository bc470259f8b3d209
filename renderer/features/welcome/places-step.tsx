import { FolderOpen } from "lucide-react";
import type { ReactNode } from "react";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { KeyHint } from "../../ui/key-hint.tsx";
import { Step } from "./step.tsx";

/** Where memories are kept, what keeps them safe, and the two keys to know. */
export function PlacesStep() {
  const text = useText();
  const words = text.welcome.places;
  const status = useBridgeQuery("app.status", {}).data;
  const openFolder = useBridgeMutation("app.openDataFolder");
  const isDesktop = status?.host === "desktop";
  return (
    <Step number={3} title={words.title} done={null}>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5 leading-6">
        <Fact name={words.folder}>
          {status !== undefined && (
            <span className="flex flex-wrap items-center gap-x-1">
              <code className="min-w-0 font-mono text-sm break-all text-ink" data-selectable>
                {status.dataFolder}
              </code>
              <CopyButton size="small" variant="quiet" value={status.dataFolder} />
              {isDesktop && (
                <Button size="small" variant="quiet" icon={FolderOpen} onClick={() => openFolder.mutate({})}>
                  {words.openFolder}
                </Button>
              )}
            </span>
          )}
          {openFolder.isError && <ErrorState inline error={openFolder.error} />}
        </Fact>
        <Fact name={words.backups}>{words.backupsText}</Fact>
        <Fact name={isDesktop ? words.tray : words.service}>{isDesktop ? words.trayText : words.serviceText}</Fact>
        <Fact name={words.keys}>
          <KeyHint keys="mod+k" /> {words.palette} <span aria-hidden>·</span> <KeyHint keys="?" /> {words.shortcuts}
        </Fact>
      </dl>
    </Step>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-faint">{name}</dt>
      <dd className="min-w-0 text-ink-soft">{children}</dd>
    </>
  );
}

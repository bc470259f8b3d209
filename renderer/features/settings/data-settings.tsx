import { FolderOpen } from "lucide-react";
import { useState } from "react";
import { useBridge, useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { FolderPath, Setting, SettingGroup } from "../../ui/setting.tsx";
import { InlineError } from "../../ui/states.tsx";
import { ImportSetting } from "../import/import-setting.tsx";

/** The location of memories, backups, logs and secrets, and the import. */
export function DataSettings({ dataFolder }: { readonly dataFolder: string }) {
  const { common } = useText();
  const text = useText().settings.data;
  const { host } = useBridge();
  const open = useBridgeMutation("app.openDataFolder");
  const separator = dataFolder.includes("\\") ? "\\" : "/";
  const logs = `${dataFolder}${separator}logs`;
  return (
    <SettingGroup title={text.title}>
      <Setting name={text.folder}>
        <FolderPath path={dataFolder} />
        {host === "desktop" && (
          <Button size="small" icon={FolderOpen} onClick={() => open.mutate({})}>
            {common.openFolder}
          </Button>
        )}
        <InlineError error={open.error} />
      </Setting>
      <Setting name={text.logs}>
        <FolderPath path={logs} />
      </Setting>
      <ImportSetting />
      <SecretSetting />
    </SettingGroup>
  );
}

/** The store of the secrets, and how to recover if the keychain is locked or has lost them. */
function SecretSetting() {
  const { common } = useText();
  const text = useText().settings.secrets;
  const status = useBridgeQuery("secrets.status", {});
  const [confirming, setConfirming] = useState(false);
  const changes = { refreshes: ["secrets.status"] } as const;
  const tryAgain = useBridgeMutation("secrets.tryAgain", changes);
  const move = useBridgeMutation("secrets.move", changes);
  const replaceKey = useBridgeMutation("secrets.replaceKey", changes);
  const pending = tryAgain.isPending || move.isPending || replaceKey.isPending;
  // The status shows the outcome of a retry, even if the keychain opens after the timeout.
  const failure = move.error ?? replaceKey.error;
  const secrets = status.data;
  if (secrets === undefined) return <InlineError error={status.error} onRetry={() => void status.refetch()} />;
  const otherPlace = secrets.place === "keychain" ? "file" : "keychain";
  return (
    <Setting name={text.title} hint={secrets.problem === null ? text.hint[secrets.place] : undefined}>
      {secrets.problem === null ? (
        <>
          <span>{secrets.place === "file" && !secrets.hasKeychain ? text.noKeychain : text.place[secrets.place]}</span>
          {secrets.hasKeychain && (
            <Button size="small" disabled={pending} onClick={() => move.mutate({ place: otherPlace })}>
              {text.move[otherPlace]}
            </Button>
          )}
        </>
      ) : (
        <>
          <p className="w-full text-bad-text">{text.problem[secrets.problem]}</p>
          <Button size="small" disabled={pending} onClick={() => tryAgain.mutate({})}>
            {secrets.problem === "closed" || secrets.problem === "lost" ? text.tryAgain : common.readAgain}
          </Button>
          <Button size="small" disabled={pending} onClick={() => setConfirming(true)}>
            {text.replace}
          </Button>
        </>
      )}
      {secrets.problem === null && <InlineError error={failure} />}
      <ConfirmDialog
        open={confirming}
        title={text.replaceTitle}
        description={text.replaceDescription}
        action={text.replaceAction}
        onConfirm={() => replaceKey.mutate({})}
        onClose={() => setConfirming(false)}
      />
    </Setting>
  );
}

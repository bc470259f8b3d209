import { FolderOpen } from "lucide-react";
import { useBridge } from "../../data/bridge-context.tsx";
import { useBridgeMutation } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { ImportSetting } from "../import/import-setting.tsx";
import { SecretSettings } from "./secret-settings.tsx";

interface DataSettingsProps {
  readonly dataFolder: string;
}

/** Where memories and logs are on this machine. */
export function DataSettings({ dataFolder }: DataSettingsProps) {
  const text = useText().settings.data;
  const { host } = useBridge();
  const open = useBridgeMutation("app.openDataFolder");
  const separator = dataFolder.includes("\\") ? "\\" : "/";
  const logs = `${dataFolder}${separator}logs`;
  return (
    <SettingGroup title={text.title}>
      <Setting name={text.folder}>
        <Path path={dataFolder} />
        {host === "desktop" && (
          <Button size="small" icon={FolderOpen} onClick={() => open.mutate({})}>
            {text.open}
          </Button>
        )}
        {open.isError && <ErrorState inline error={open.error} />}
      </Setting>
      <Setting name={text.backups} hint={text.backupsHint}>
        <Path path={`${dataFolder}${separator}backups`} />
      </Setting>
      <Setting name={text.logs}>
        <Path path={logs} />
      </Setting>
      <ImportSetting />
      <SecretSettings />
    </SettingGroup>
  );
}

function Path({ path }: { readonly path: string }) {
  const text = useText().settings.data;
  return (
    <>
      <code className="min-w-0 font-mono text-sm break-all" data-selectable>
        {path}
      </code>
      <CopyButton size="small" variant="quiet" value={path} label={text.copyPath} />
    </>
  );
}

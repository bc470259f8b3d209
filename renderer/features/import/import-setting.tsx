import { Import } from "lucide-react";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Setting } from "../../ui/setting.tsx";
import { ImportDialog } from "./import-dialog.tsx";

/** The part of the address that opens the import: `#/settings/import`. */
export const IMPORT = "import";

/** Bringing along what other programs keep, and its dialog where the address asks for it. */
export function ImportSetting() {
  const text = useText().imports;
  const { route, navigate } = useNavigation();
  return (
    <Setting name={text.setting} hint={text.hint}>
      <Button size="small" icon={Import} onClick={() => navigate({ place: "settings", path: [IMPORT] })}>
        {text.open}
      </Button>
      {route.path[0] === IMPORT && <ImportDialog onClose={() => navigate({ place: "settings" }, { replace: true })} />}
    </Setting>
  );
}

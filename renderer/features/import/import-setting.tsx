import { Import } from "lucide-react";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Offer } from "../../ui/offer.tsx";
import { Setting } from "../../ui/setting.tsx";
import { ImportDialog, programName } from "./import-dialog.tsx";

/** The path that opens the import: `#/settings/import`. */
export const IMPORT = "import";

/** The setting that imports from other programs, with its dialog. */
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

/** Offers to import if other programs have memories on this computer. */
export function ImportOffer() {
  const { imports: text, language } = useText();
  const { navigate } = useNavigation();
  const found = useBridgeQuery("imports.found", {}).data ?? [];
  if (found.length === 0) return null;
  const programs = [...new Set(found.map((each) => programName(each, text)))];
  return (
    <Offer text={text.offer(new Intl.ListFormat(language).format(programs))}>
      <Button size="small" icon={Import} onClick={() => navigate({ place: "settings", path: [IMPORT] })}>
        {text.open}
      </Button>
    </Offer>
  );
}

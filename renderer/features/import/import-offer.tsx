import { Import } from "lucide-react";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { IMPORT } from "./import-setting.tsx";
import { programName } from "./program-name.ts";

/** Says that other programs keep memories on this computer, where they do. */
export function ImportOffer() {
  const { imports: text, language } = useText();
  const { navigate } = useNavigation();
  const found = useBridgeQuery("imports.found", {}).data ?? [];
  if (found.length === 0) return null;
  const programs = [...new Set(found.map((each) => programName(each, text)))];
  return (
    <div role="note" className="mt-6 ml-9 flex flex-wrap items-center gap-3 rounded-md bg-hover px-3 py-2">
      <span className="min-w-50 flex-1">{text.offer(new Intl.ListFormat(language).format(programs))}</span>
      <Button size="small" icon={Import} onClick={() => navigate({ place: "settings", path: [IMPORT] })}>
        {text.open}
      </Button>
    </div>
  );
}

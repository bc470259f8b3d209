import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { Conflicts } from "./conflicts.tsx";
import { Duplicates } from "./duplicates.tsx";
import { FINDING_KINDS, type FindingKind } from "./finding-list.tsx";
import { Expired, Superseded, Unused } from "./listed-findings.tsx";
import { ModelOffer } from "./model-offer.tsx";
import { HiddenCharacters, Instructions, Secrets } from "./scanned-findings.tsx";

const LISTS: Readonly<Record<FindingKind, () => React.JSX.Element>> = {
  conflicts: Conflicts,
  duplicates: Duplicates,
  unused: Unused,
  superseded: Superseded,
  expired: Expired,
  secrets: Secrets,
  instructions: Instructions,
  hidden: HiddenCharacters,
};

/** Health: memories that may need attention, each with its actions. */
export function HealthView() {
  const { frame, health: text } = useText();
  const { route, navigate } = useNavigation();
  const kind = FINDING_KINDS.find((name) => name === route.path[0]) ?? "duplicates";
  const isInSpace = (useBridgeQuery("spaces.list", {}).data ?? []).length > 0;
  const kinds = FINDING_KINDS.filter((name) => name !== "conflicts" || name === kind || isInSpace);
  const List = LISTS[kind];
  return (
    <section aria-label={frame.health} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5">
        <h1 className="font-medium">{frame.health}</h1>
        <Segmented
          label={text.kinds.label}
          value={kind}
          options={kinds.map((value) => ({ value, label: text.kinds[value] }))}
          onChange={(value) => navigate({ place: "health", path: [value] }, { replace: true })}
        />
      </header>
      <div className="max-w-248 px-4 pt-3 empty:hidden">
        <ModelOffer onChoose={() => navigate({ place: "settings", path: [] })} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col pt-4" key={kind}>
        <p className="px-4 pb-3 text-ink-soft">{text.about[kind]}</p>
        <List />
      </div>
    </section>
  );
}

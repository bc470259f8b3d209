import { ListFilter } from "lucide-react";
import type { Memory } from "../../../electron/core/memory.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { NEVER_RECALLED } from "../memories/query/memory-query.ts";
import { useDismissed } from "./data/use-dismissed.ts";
import { useListed } from "./data/use-listed.ts";
import type { Remedy } from "./finding.tsx";
import { ListedFindings } from "./listed-findings.tsx";

const AGES = ["7d", "30d", "90d", "365d"] as const;
type Age = (typeof AGES)[number];

const keyOf = (id: string) => `unused:${id}`;

/** Memories that no client was ever handed, the oldest first. */
export function Unused() {
  const text = useText();
  const words = text.health;
  const { route, navigate } = useNavigation();
  const actions = useMemoryActions();
  const { isDismissed, dismiss } = useDismissed();
  const age: Age = AGES.find((value) => value === route.query.get("age")) ?? "30d";
  const listed = useListed({ neverRecalled: true, pinned: false, before: age, sort: "created-ascending" });
  const remediesOf = ({ id }: Memory): Remedy[] => [
    { label: words.keep, keys: "p", run: () => void actions.setPinned([id], true) },
    { label: text.common.delete, keys: "backspace", run: () => void actions.remove([id]) },
    { label: words.letBe, keys: "l", quiet: true, run: () => dismiss(keyOf(id)) },
  ];
  return (
    <>
      <div className="flex max-w-248 flex-wrap items-center gap-2 px-4 pb-1 text-sm text-ink-soft">
        {words.age.label}
        <Select
          label={words.age.label}
          value={age}
          options={AGES.map((value) => ({ value, label: words.age[value] }))}
          onChange={(value) =>
            navigate({ place: "health", path: ["unused"], query: { age: value } }, { replace: true })
          }
        />
        <span className="flex-1" />
        <Button
          variant="quiet"
          size="small"
          icon={ListFilter}
          onClick={() =>
            navigate({
              place: "memories",
              path: ["all"],
              query: { recalled: NEVER_RECALLED, sort: "created-ascending" },
            })
          }
        >
          {words.showInList}
        </Button>
      </div>
      <ListedFindings
        kind="unused"
        listed={listed}
        isShown={({ id }) => !isDismissed(keyOf(id))}
        remediesOf={remediesOf}
      />
    </>
  );
}

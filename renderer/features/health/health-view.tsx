import { useQueryClient } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { MAX_MERGED, type Memory } from "../../../electron/core/memory.ts";
import type { Text } from "../../../electron/text/en.ts";
import type { MethodInput } from "../../../electron/window-api/contract.ts";
import { useBridge, useBridgeEvent, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useBridgePages } from "../../data/use-bridge-pages.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Select } from "../../ui/select.tsx";
import { Pending } from "../../ui/states.tsx";
import { ValidityText } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";
import { nameMemories } from "../memories/data/name-memories.ts";
import { useEditing } from "../memories/data/use-editing.ts";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { NEVER_RECALLED } from "../memories/query/memory-query.ts";
import { useDecisions } from "./conflict-decisions.ts";
import { Conflicts } from "./conflicts.tsx";
import { Duplicates } from "./duplicates.tsx";
import { FINDING_KINDS, type FindingKind, FindingList, MemoryLine, NothingFound } from "./finding-list.tsx";
import type { FindingAction } from "./finding-selection.tsx";
import { ModelOffer } from "./model-offer.tsx";
import { keyOfNeverUsed, NeverUsed } from "./never-used.tsx";
import { HiddenCharacters, Instructions, Secrets } from "./scanned-findings.tsx";
import { SCAN_NAMES, type ScanName, useScan, useScanRunner } from "./scans.ts";
import { useDismissed } from "./use-dismissed.ts";

const LISTS: Readonly<Record<FindingKind, () => React.JSX.Element>> = {
  conflicts: Conflicts,
  duplicates: Duplicates,
  unused: Unused,
  unhelpful: NeverUsed,
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
  useAllScans(kind);
  const counts = useCounts();
  return (
    <section aria-label={frame.health} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5">
        <h1 className="font-medium">{frame.health}</h1>
        <Segmented
          label={text.kinds.label}
          value={kind}
          options={kinds.map((value) => ({ value, label: text.kinds[value], count: counts[value] }))}
          onChange={(value) => navigate({ place: "health", path: [value] }, { replace: true })}
        />
      </header>
      <div className="max-w-248 px-4 pt-3 empty:hidden">
        <ModelOffer onChoose={() => navigate({ place: "settings", path: ["model"] })} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col pt-4" key={kind}>
        <p className="px-4 pb-3 text-ink-soft">{text.about[kind]}</p>
        <List />
      </div>
    </section>
  );
}

/** Runs the scan of the shown kind, and then the others, one after the other. */
function useAllScans(kind: FindingKind): void {
  const scans = {
    duplicates: useScan("duplicates"),
    secrets: useScan("secrets"),
    instructions: useScan("instructions"),
    hidden: useScan("hidden"),
  } satisfies Record<ScanName, unknown>;
  const order = SCAN_NAMES.toSorted((one, other) => Number(other === kind) - Number(one === kind));
  const current = order.find((name) => scans[name].state === "running");
  useScanRunner("duplicates", { isOn: current === "duplicates" });
  useScanRunner("secrets", { isOn: current === "secrets" });
  useScanRunner("instructions", { isOn: current === "instructions" });
  useScanRunner("hidden", { isOn: current === "hidden" });
}

/** The number of findings of each kind, or null until it has been read. A running scan increases its number. */
function useCounts(): Readonly<Record<FindingKind, number | null>> {
  const { route } = useNavigation();
  const { isDismissed, countDismissed } = useDismissed();
  const { reopened } = useDecisions();
  const conflicts = useBridgeQuery("spaces.list", {}).data?.reduce(
    (sum, space) => sum + space.conflicts,
    reopened.length,
  );
  const unhelpful = useBridgeQuery("use.neverUsed", {}).data;
  const listed = {
    unused: useBridgeQuery("memories.count", unusedFilter(ageOf(route.query))).data,
    superseded: useBridgeQuery("memories.count", SUPERSEDED).data,
    expired: useBridgeQuery("memories.count", EXPIRED).data,
  };
  /** A dismissed memory may have left the list since. */
  const countListed = (kind: keyof typeof listed) =>
    listed[kind] === undefined ? null : Math.max(0, listed[kind] - countDismissed(`${kind}:`));
  return {
    conflicts: conflicts ?? null,
    duplicates: useScan("duplicates").found.length,
    unused: countListed("unused"),
    unhelpful: unhelpful?.filter((finding) => !isDismissed(keyOfNeverUsed(finding))).length ?? null,
    superseded: countListed("superseded"),
    expired: countListed("expired"),
    secrets: useScan("secrets").found.length,
    instructions: useScan("instructions").found.length,
    hidden: useScan("hidden").found.length,
  };
}

const SUPERSEDED = { superseded: "only" } as const;
const EXPIRED = { validity: "expired" } as const;
const unusedFilter = (age: Age) => ({ neverRecalled: true, pinned: false, before: age }) as const;

const AGES = ["7d", "30d", "90d", "365d"] as const;
type Age = (typeof AGES)[number];

function ageOf(query: URLSearchParams): Age {
  return AGES.find((value) => value === query.get("age")) ?? "30d";
}

/** Memories that no client has recalled, oldest first. */
function Unused() {
  const { common, health: words } = useText();
  const { route, navigate } = useNavigation();
  const { remove, setPinned } = useMemoryActions();
  const age = ageOf(route.query);
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
        filter={{ ...unusedFilter(age), sort: "created-ascending" }}
        dismissalOf={({ id }) => `unused:${id}`}
        actionsOf={(chosen) => [
          { label: common.keep, keys: "p", run: () => void setPinned(chosen.map(idOf), true) },
          deletion(common, remove, chosen),
        ]}
      />
    </>
  );
}

/** Memories that were replaced by newer ones. */
function Superseded() {
  const { common, memories } = useText();
  const { navigate } = useNavigation();
  const { remove } = useMemoryActions();
  const reinstate = useReinstate();
  return (
    <ListedFindings
      kind="superseded"
      filter={SUPERSEDED}
      dismissalOf={({ id }) => `superseded:${id}`}
      actionsOf={(chosen) => [
        deletion(common, remove, chosen),
        { label: common.restore, keys: "u", run: () => reinstate(chosen) },
      ]}
      singleActionsOf={({ id, supersededBy }) => [
        {
          label: memories.meta.viewNewer,
          keys: "n",
          run: () => navigate({ place: "memories", path: ["all", supersededBy ?? id] }),
        },
      ]}
    />
  );
}

const EXTENSION_MS = 30 * 86_400_000;

/** Memories that are not valid any more. */
function Expired() {
  const text = useText();
  const { common, health: words } = text;
  const bridge = useBridge();
  const toast = useToast();
  const undo = useUndo();
  const { remove } = useMemoryActions();
  const extend = ({ id, revision, validUntil }: Memory, end: string | null, message: (what: string) => string) =>
    void undo.track(() =>
      bridge.invoke("memories.update", { reference: id, validUntil: end, expectedRevision: revision }).then(
        (extended) =>
          undo.offer(message(nameMemories([extended], text.memories)), async () => {
            const { revision: expectedRevision } = extended;
            await bridge.invoke("memories.update", { reference: id, validUntil, expectedRevision });
          }),
        toast.fail,
      ),
    );
  const later = () => new Date(Date.now() + EXTENSION_MS).toISOString();
  return (
    <ListedFindings
      kind="expired"
      filter={EXPIRED}
      dismissalOf={({ id, validUntil }) => `expired:${id}:${validUntil}`}
      actionsOf={(chosen) => [deletion(common, remove, chosen)]}
      singleActionsOf={(memory) => [
        { label: words.extend, keys: "x", run: () => extend(memory, later(), words.extended) },
        { label: words.removeEnd, keys: "n", run: () => extend(memory, null, words.endRemoved) },
      ]}
      noteOf={(memory) => <ValidityText memory={memory} />}
    />
  );
}

interface ListedFindingsProps {
  readonly kind: FindingKind;
  readonly filter: Omit<MethodInput<"memories.list">, "limit" | "cursor">;
  /** The key under which a finding is dismissed. */
  readonly dismissalOf: (memory: Memory) => string;
  /** The actions for one memory or several, before "dismiss". */
  readonly actionsOf: (memories: readonly Memory[]) => readonly FindingAction[];
  /** The actions for one memory only. */
  readonly singleActionsOf?: (memory: Memory) => readonly FindingAction[];
  readonly noteOf?: (memory: Memory) => ReactNode;
}

const PAGE_SIZE = 200;
/** Recalls are not announced, so a list is fetched again when opened after this time. */
const MAX_AGE_MS = 5_000;

const idOf = ({ id }: Memory) => id;

function deletion(
  common: Text["common"],
  remove: (ids: readonly string[]) => Promise<boolean>,
  memories: readonly Memory[],
): FindingAction {
  return { label: common.delete, keys: "backspace", isDestructive: true, run: () => void remove(memories.map(idOf)) };
}
const identity = (memory: Memory) => memory;

/** Findings that are a filtered list of memories, which is fetched again when a memory changes. */
function ListedFindings({ kind, filter, dismissalOf, actionsOf, singleActionsOf, noteOf }: ListedFindingsProps) {
  const text = useText();
  const bridge = useBridge();
  const client = useQueryClient();
  const { isDismissed, dismiss } = useDismissed();
  const { items, error, retry, hasMore, loadMore } = useBridgePages<Memory>({
    queryKey: ["health.listed", filter],
    read: (cursor) => bridge.invoke("memories.list", { ...filter, limit: PAGE_SIZE, cursor }),
    staleTime: MAX_AGE_MS,
  });
  useBridgeEvent("memories.changed", () => void client.invalidateQueries({ queryKey: ["health.listed"] }));
  if (items === undefined) return <Pending error={error} onRetry={retry} />;
  const shown = items.filter((memory) => !isDismissed(dismissalOf(memory)));
  if (shown.length === 0 && !hasMore) return <NothingFound kind={kind} />;
  const shared = (chosen: readonly Memory[]): FindingAction[] => [
    ...actionsOf(chosen),
    {
      label: text.health.dismiss,
      keys: "l",
      quiet: true,
      run: () => dismiss(chosen.map(dismissalOf), nameMemories(chosen, text.memories)),
    },
  ];
  return (
    <FindingList
      label={text.health.kinds[kind]}
      items={shown}
      keyOf={idOf}
      memoryOf={identity}
      actionsOf={(memory) => [...(singleActionsOf?.(memory) ?? []), ...shared([memory])]}
      bulkActionsOf={shared}
      lines={1}
      onNearEnd={loadMore}
    >
      {(memory, isActive) => <MemoryLine memory={memory} note={noteOf?.(memory)} inTabOrder={isActive} />}
    </FindingList>
  );
}

/** Makes superseded memories current again, and offers to undo it: the same memories supersede them once more. */
function useReinstate(): (memories: readonly Memory[]) => void {
  const { bridge, cache, text, toast, undo } = useEditing();
  const supersede = async (memories: readonly Memory[]) => {
    for (const [keep, others] of Map.groupBy(memories, ({ supersededBy }) => supersededBy)) {
      for (let from = 0; keep !== null && from < others.length; from += MAX_MERGED) {
        const part = others.slice(from, from + MAX_MERGED).map(({ id }) => ({ reference: id }));
        const { superseded } = await bridge.invoke("memories.merge", { keep, others: part });
        cache.patch(...superseded);
      }
    }
    await cache.refresh();
  };
  return (memories) =>
    void undo.track(async () => {
      try {
        const reinstated = await bridge.invoke("memories.reinstate", { references: memories.map(({ id }) => id) });
        cache.patch(...reinstated);
        undo.offer(text.health.reinstated(nameMemories(reinstated, text.memories)), () => supersede(memories));
      } catch (error) {
        toast.fail(error);
      }
    });
}

import { keepPreviousData } from "@tanstack/react-query";
import { Map as MapIcon, Pin, Trash2, X } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { type MapCluster, type MapPoint, type MemoryMap, MIN_MAP_POINTS } from "../../../electron/core/map.ts";
import type { Text } from "../../../electron/text/en.ts";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useStored } from "../../data/use-stored.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented, SegmentedRow } from "../../ui/choice.tsx";
import { useNarrow } from "../../ui/panes.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { NOTHING_SELECTED, type Selection } from "../../ui/selection.ts";
import { EmptyState, ErrorState, Pending, useDelayed } from "../../ui/states.tsx";
import { BulkBar, type BulkSelection } from "../memories/bulk.tsx";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { ScopeFilter, useScope } from "../memories/query/scope-filter.tsx";
import { MapCanvas } from "./map-canvas.tsx";
import { COLOUR_KINDS, type ColourKind, coloursOf, type LegendEntry, legendOf } from "./map-colours.ts";
import { ColourDot, MapList } from "./map-list.tsx";

/** Map: all memories as points, similar ones close to each other. */
export function MapView() {
  const text = useText();
  const scope = useScope();
  const { data, error, refetch } = useBridgeQuery("map.read", {});
  const [colour, setColour] = useStored<ColourKind>("map.colour", "domain");
  const words = text.map;
  const hasPoints = data !== undefined && data.points.length > 0;
  return (
    <section aria-label={text.frame.map} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-center gap-4 border-b border-line px-4">
        <h1 className="font-medium">{text.frame.map}</h1>
        {hasPoints && <ScopeFilter scope={scope} />}
        <span role="status" className="min-w-0 flex-1 truncate text-right text-sm text-ink-faint max-wide:hidden">
          {hasPoints && (sampleNote(data, words) ?? words.hint)}
        </span>
        {hasPoints && (
          <SegmentedRow
            label={words.colour}
            value={colour}
            options={COLOUR_KINDS.map((value) => ({ value, label: words.colours[value] }))}
            onChange={setColour}
          />
        )}
      </header>
      {data === undefined ? (
        error === null ? (
          <Computing />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : hasPoints ? (
        <MapPanes map={data} colour={colour} scope={scope} />
      ) : (
        <NoMap total={data.total} />
      )}
    </section>
  );
}

/** The first layout of many memories takes seconds. */
function Computing() {
  const words = useText().map;
  return (
    <div className="flex h-full flex-col items-center justify-center p-8">
      {useDelayed() && (
        <div role="status" className="w-80 max-w-full">
          <ProgressBar label={words.computing} valueText="" />
          <p className="mt-2 text-center text-balance text-ink-soft">{words.computing}</p>
        </div>
      )}
    </div>
  );
}

/** In place of a map: why there is none, and what to do. */
function NoMap({ total }: { readonly total: number }) {
  const words = useText().map;
  const { navigate } = useNavigation();
  const status = useBridgeQuery("index.status", {});
  if (status.data === undefined) return <Pending error={status.error} onRetry={() => void status.refetch()} />;
  const { vectors } = status.data;
  if (vectors.state === "off" || vectors.state === "failed") {
    return (
      <EmptyState
        icon={MapIcon}
        title={words.noModel.title}
        text={words.noModel.text}
        actions={
          <Button onClick={() => navigate({ place: "settings", path: ["model"] })}>{words.noModel.choose}</Button>
        }
      />
    );
  }
  if (total < MIN_MAP_POINTS || vectors.pending === 0) {
    return <EmptyState icon={MapIcon} title={words.few.title} text={words.few.text(MIN_MAP_POINTS, total)} />;
  }
  const done = vectors.ready;
  const all = vectors.ready + vectors.pending;
  return (
    <EmptyState
      icon={MapIcon}
      title={words.embedding.title}
      text={
        <div className="flex flex-col gap-3">
          {words.embedding.text}
          <ProgressBar
            label={words.embedding.label}
            done={done}
            total={all}
            valueText={words.embedding.progress(done, all)}
          />
        </div>
      }
    />
  );
}

interface MapPanesProps {
  readonly map: MemoryMap;
  readonly colour: ColourKind;
  readonly scope: ReturnType<typeof useScope>;
}

/** The map and its list side by side; a narrow window shows one of them. */
function MapPanes({ map, colour, scope }: MapPanesProps) {
  const text = useText();
  const words = text.map;
  const { navigate } = useNavigation();
  const isNarrow = useNarrow();
  const [view, setView] = useState<"map" | "list">("map");
  const [highlighted, setHighlighted] = useState<number | null>(null);
  const { domain, namespace } = scope;
  const points = useMemo(() => pointsIn(map.points, domain, namespace), [map, domain, namespace]);
  const legend = useMemo(() => legendOf(map.points, colour), [map, colour]);
  const colours = useMemo(() => coloursOf(points, colour, legend), [points, colour, legend]);
  const colourOf = useMemo(() => new Map(points.map(({ id }, index) => [id, colours[index] ?? 0])), [points, colours]);
  const shown = useMemo(() => clustersOf(points, map.clusters), [map, points]);
  const { selection, bulk, select, setActive, toggle } = useMapSelection(points);
  const open = useCallback((id: string) => navigate({ place: "memories", path: ["all", id] }), [navigate]);
  const scene = useMemo(
    () => ({ points, colours, clusters: shown, selected: selection.ids, active: selection.active, highlighted }),
    [points, colours, shown, selection, highlighted],
  );
  if (points.length === 0) {
    return (
      <EmptyState
        icon={MapIcon}
        title={words.noMatch}
        actions={<Button onClick={() => scope.set({ domain: "", namespace: "" })}>{text.common.clearFilters}</Button>}
      />
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isNarrow && (
        <div className="flex items-center gap-4 border-b border-line px-4 py-2">
          <Segmented
            label={words.show}
            value={view}
            options={(["map", "list"] as const).map((value) => ({ value, label: words.views[value] }))}
            onChange={setView}
          />
          <span role="status" className="min-w-0 flex-1 truncate text-right text-sm text-ink-faint">
            {sampleNote(map, words)}
          </span>
        </div>
      )}
      <div className="flex min-h-0 flex-1">
        {(!isNarrow || view === "map") && (
          <div className="flex min-w-0 flex-1 flex-col">
            <MapCanvas scene={scene} onOpen={open} onToggle={toggle} onSelect={select} />
            <Legend legend={legend} colour={colour} highlighted={highlighted} onHighlight={setHighlighted} />
          </div>
        )}
        {(!isNarrow || view === "list") && (
          <div className="flex min-w-0 flex-col border-line bg-panel max-wide:flex-1 wide:w-80 wide:shrink-0 wide:border-l">
            <MapList
              points={points}
              clusters={map.clusters}
              colourOf={colourOf}
              selection={selection}
              onActive={setActive}
              onToggle={toggle}
              onOpen={open}
            />
            {!isNarrow && bulk.selected.length > 0 && <BulkBar bulk={bulk} />}
          </div>
        )}
      </div>
      {isNarrow && bulk.selected.length > 0 && <BulkBar bulk={bulk} />}
    </div>
  );
}

/** Says that there are more memories than points; null if there are not. */
function sampleNote({ points, total }: MemoryMap, words: Text["map"]): string | null {
  return points.length < total ? words.shown(points.length, total) : null;
}

/** The clusters of the shown points, in the middle of these. */
function clustersOf(points: readonly MapPoint[], clusters: readonly MapCluster[]): readonly MapCluster[] {
  const members = Map.groupBy(points, ({ cluster }) => cluster);
  return clusters.flatMap((cluster, index) => {
    const group = members.get(index) ?? [];
    const mean = (axis: "x" | "y") => group.reduce((sum, point) => sum + point[axis], 0) / group.length;
    return group.length === 0 ? [] : [{ ...cluster, x: mean("x"), y: mean("y") }];
  });
}

function pointsIn(points: readonly MapPoint[], domain: string, namespace: string): readonly MapPoint[] {
  if (domain === "" && namespace === "") return points;
  return points.filter(
    (point) => (domain === "" || point.domain === domain) && (namespace === "" || point.namespace === namespace),
  );
}

interface LegendProps {
  readonly legend: readonly LegendEntry[];
  readonly colour: ColourKind;
  readonly highlighted: number | null;
  readonly onHighlight: (colour: number | null) => void;
}

/** What the colours mean. A press highlights the points of a colour. */
function Legend({ legend, colour, highlighted, onHighlight }: LegendProps) {
  const text = useText();
  const words = text.map;
  return (
    <ul
      aria-label={`${words.legend}: ${words.colours[colour]}`}
      className="flex max-h-18 shrink-0 flex-wrap gap-x-1 overflow-y-auto border-t border-line bg-panel px-3 py-1.5"
    >
      {legend.map((entry) => {
        const name = entry.value ?? words.others;
        const isHighlighted = highlighted === entry.colour;
        return (
          <li key={entry.colour} className="min-w-0">
            <button
              type="button"
              aria-pressed={isHighlighted}
              title={words.highlight(name)}
              onClick={() => onHighlight(isHighlighted ? null : entry.colour)}
              className={`flex h-6 max-w-60 items-center gap-1.5 rounded-md px-2 text-sm hover:bg-hover ${isHighlighted ? "bg-pressed text-ink" : "text-ink-soft"}`}
            >
              <ColourDot colour={entry.colour} />
              <span className="truncate" dir="auto">
                {name}
              </span>
              <span className="text-ink-faint">{text.common.count(entry.count)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The selected memories of the map, the active one of its list, and their actions. */
function useMapSelection(points: readonly MapPoint[]) {
  const text = useText();
  const [chosen, setChosen] = useState<Selection>(NOTHING_SELECTED);
  const present = useMemo(() => new Set(points.map(({ id }) => id)), [points]);
  const selection = useMemo<Selection>(
    () => ({ ...chosen, ids: new Set([...chosen.ids].filter((id) => present.has(id))) }),
    [chosen, present],
  );
  const ids = useMemo(() => [...selection.ids].sort(), [selection]);
  const { data } = useBridgeQuery(
    "map.memories",
    { ids },
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  );
  const selected = useMemo(
    () => (data ?? []).filter(({ id, deletedAt }) => selection.ids.has(id) && deletedAt === null),
    [data, selection],
  );
  const actions = useMemoryActions();
  const setIds = (next: Iterable<string>) => setChosen((current) => ({ ...current, ids: new Set(next) }));
  const clear = () => setIds([]);
  const remove = () => {
    clear();
    return actions.remove(ids);
  };

  const command = commandsOf("map", text.map.group, { enabled: selected.length > 0 });
  useCommands([
    command("delete", text.common.delete, () => void remove(), { keys: ["backspace", "delete"], icon: Trash2 }),
    command("pin", text.common.pin, () => void actions.setPinned(ids, !selected.every(({ pinned }) => pinned)), {
      keys: ["p"],
      icon: Pin,
    }),
    command("clear", text.common.clearSelection, clear, { keys: ["escape"], icon: X }),
  ]);

  const bulk: BulkSelection = {
    selected,
    selection: { clear },
    total: points.length,
    selectAll: () => setIds(present),
    actions,
    remove,
    restore: ignore,
    askToPurge: ignore,
  };
  return {
    selection,
    bulk,
    select: setIds,
    setActive: (active: string) => setChosen((current) => ({ ...current, active })),
    toggle: (id: string) =>
      setChosen(({ ids: before, ...rest }) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return { ...rest, active: id, ids: after };
      }),
  };
}

/** The map shows no memories of the trash. */
function ignore(): void {}

import clsx from "clsx";
import { useMemo, useRef } from "react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { MapCluster, MapPoint } from "../../../electron/core/map.ts";
import { useText } from "../../text/use-text.ts";
import { OneLine } from "../../ui/inline-text.tsx";
import { neighbour, type Selection } from "../../ui/selection.ts";
import { ListOption, VirtualList } from "../../ui/virtual-list.tsx";
import { COLOUR_VARIABLES } from "./map-colours.ts";

/** A row of the list: a cluster, or one of the memories below it. */
type Entry =
  | { readonly kind: "cluster"; readonly key: string; readonly label: string }
  | {
      readonly kind: "point";
      readonly key: string;
      readonly label: string;
      readonly index: number;
      readonly point: MapPoint;
    };

interface MapListProps {
  readonly points: readonly MapPoint[];
  readonly clusters: readonly MapCluster[];
  readonly colourOf: ReadonlyMap<string, number>;
  readonly selection: Selection;
  readonly onActive: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

const HEADING_HEIGHT = 30;
const ROW_HEIGHT = 52;
const keyOf = (entry: Entry) => entry.key;
const heightOf = ({ kind }: Entry) => (kind === "cluster" ? HEADING_HEIGHT : ROW_HEIGHT);
const isHeading = ({ kind }: Entry) => kind === "cluster";

/** The memories of the map below their clusters, the largest first. */
export function MapList({ points, clusters, colourOf, selection, onActive, onToggle, onOpen }: MapListProps) {
  const words = useText().map;
  const listRef = useRef<HTMLDivElement>(null);
  const entries = useMemo(() => entriesOf(points, clusters, words), [points, clusters, words]);
  const order = useMemo(() => entries.filter(({ kind }) => kind === "point").map(keyOf), [entries]);
  const { active, ids } = selection;
  const move = (steps: number) => {
    const id = neighbour(selection, order, steps);
    if (id !== null) onActive(id);
  };
  return (
    <VirtualList
      label={words.list}
      listRef={listRef}
      rows={entries}
      keyOf={keyOf}
      heightOf={heightOf}
      isHeading={isHeading}
      listKey="map"
      active={active}
      isMultiple
      onNearEnd={ignore}
      onMove={move}
      onEnter={() => active !== null && onOpen(active)}
      onSpace={() => active !== null && onToggle(active)}
      onChoose={(id, { ctrlKey, metaKey, shiftKey }) => (ctrlKey || metaKey || shiftKey ? onToggle(id) : onOpen(id))}
    >
      {(entry, optionId) =>
        entry.kind === "cluster" ? (
          <div aria-hidden className="truncate px-2.5 pt-2.5 text-sm font-medium text-ink-faint" dir="auto">
            {entry.label}
          </div>
        ) : (
          <ListOption
            id={optionId}
            index={entry.index}
            total={order.length}
            isSelected={ids.has(entry.key)}
            isActive={entry.key === active}
            className={clsx("flex flex-col gap-px px-2.5", entry.key === active && "bg-pressed")}
          >
            <PointRow point={entry.point} colour={colourOf.get(entry.key) ?? 0} cluster={entry.label} />
          </ListOption>
        )
      }
    </VirtualList>
  );
}

function ignore(): void {}

interface PointRowProps {
  readonly point: MapPoint;
  readonly colour: number;
  readonly cluster: string;
}

function PointRow({ point, colour, cluster }: PointRowProps) {
  const words = useText().map;
  return (
    <>
      <span className="truncate" dir="auto">
        {point.title}
      </span>
      <span className="flex items-center gap-2 text-sm text-ink-faint">
        <ColourDot colour={colour} />
        <span className="shrink-0 text-ink-soft">{point.namespace}</span>
        <OneLine className="min-w-0 flex-1">{markHidden(point.domain)}</OneLine>
        {point.used > 0 && <span className="shrink-0">{words.used(point.used)}</span>}
      </span>
      <span className="sr-only">{cluster}</span>
    </>
  );
}

/** A dot in the colour of a point. The text next to it says the same. */
export function ColourDot({ colour }: { readonly colour: number }) {
  return (
    <span
      aria-hidden
      style={{ background: `var(${COLOUR_VARIABLES[colour]})` }}
      className="size-2 shrink-0 rounded-full forced-colors:border"
    />
  );
}

interface ClusterWords {
  cluster(words: readonly string[], size: number): string;
  unnamed(size: number): string;
  apart(size: number): string;
}

/** The points below the clusters that have any; the ones without a cluster are the last. */
export function entriesOf(
  points: readonly MapPoint[],
  clusters: readonly MapCluster[],
  text: ClusterWords,
): readonly Entry[] {
  const members = Map.groupBy(points, ({ cluster }) => cluster ?? clusters.length);
  let index = 0;
  return [...clusters.keys(), clusters.length].flatMap((cluster): readonly Entry[] => {
    const group = members.get(cluster) ?? [];
    if (group.length === 0) return [];
    const words = clusters[cluster]?.words;
    const label =
      words === undefined
        ? text.apart(group.length)
        : words.length === 0
          ? text.unnamed(group.length)
          : text.cluster(words, group.length);
    return [
      { kind: "cluster", key: `cluster ${cluster}`, label },
      ...group.map((point): Entry => ({ kind: "point", key: point.id, label, index: index++, point })),
    ];
  });
}

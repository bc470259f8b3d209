import { FilterX, MessageSquarePlus, Pin, ShieldX } from "lucide-react";
import { useMemo } from "react";
import { titleOf } from "../../../../electron/core/memory.ts";
import type { RequestFilter } from "../../../../electron/core/request-filter.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { optionsOf, Select, type SelectOption } from "../../../ui/select.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { formatDuration, formatSpan, formatTarget } from "../log/format.ts";
import type { LiveLog, LogSnapshot } from "../log/live-log.ts";
import { useLogValue } from "../log/use-live-log.ts";
import { isFiltered, NO_FILTER, withCondition } from "./request-filter.ts";

interface FilterBarProps {
  readonly filter: RequestFilter;
  readonly log: LiveLog;
  readonly onFilter: (filter: RequestFilter) => void;
}

/** Minimum durations to choose from, in milliseconds. */
const DURATIONS = [10, 50, 100, 500, 1_000, 5_000];
/** Newest rows whose clients and methods are offered: one page. */
const SCANNED_ROWS = 200;

const FLAGS = [
  ["pinned", Pin],
  ["injected", MessageSquarePlus],
  ["refused", ShieldX],
] as const;

/** The conditions of the log's filter, all visible. */
export function FilterBar({ filter, log, onFilter }: FilterBarProps) {
  const { common, activity: text } = useText();
  const words = text.filters;
  const names = useNames(log, filter);
  const set = <Key extends keyof RequestFilter>(key: Key, value: RequestFilter[Key] | undefined) =>
    onFilter(withCondition(filter, key, value));

  return (
    <fieldset className="flex flex-wrap items-center gap-0.5 max-wide:order-2 max-wide:w-full">
      <legend className="sr-only">{common.filters}</legend>
      {(
        [
          ["client", common.client, words.anyClient, names.clients],
          ["method", words.method, words.anyMethod, names.methods],
        ] as const
      ).map(([field, label, any, values]) => (
        <FilterSelect
          key={field}
          label={label}
          any={any}
          options={values.map((value) => ({ value, label: value }))}
          value={filter[field]}
          onChange={(value) => set(field, value)}
        />
      ))}
      <FilterSelect
        label={words.outcome}
        any={words.anyOutcome}
        options={optionsOf({ error: common.errors, ok: words.onlyOk, cancelled: words.onlyCancelled })}
        value={filter.outcome}
        onChange={(value) => set("outcome", value)}
      />
      <FilterSelect
        label={words.transport}
        any={words.anyTransport}
        options={(["http", "stdio", "rest"] as const).map((value) => ({ value, label: text.transport[value] }))}
        value={filter.transport}
        onChange={(value) => set("transport", value)}
      />
      <FilterSelect
        label={common.duration}
        any={words.anyDuration}
        options={DURATIONS.map((value) => ({ value: String(value), label: words.atLeast(formatDuration(value)) }))}
        value={filter.minimumDurationMs === undefined ? undefined : String(filter.minimumDurationMs)}
        onChange={(value) => set("minimumDurationMs", value === undefined ? undefined : Number(value))}
      />
      {FLAGS.map(([flag, icon]) => (
        <IconButton
          key={flag}
          label={words[flag]}
          icon={icon}
          size="small"
          pressed={filter[flag] === true}
          className={filter[flag] === true ? "bg-accent-soft" : ""}
          onClick={() => set(flag, filter[flag] === true ? undefined : true)}
        />
      ))}
      {(filter.since !== undefined || filter.until !== undefined) && (
        <Tag
          kind={words.time}
          label={formatSpan(filter.since, filter.until)}
          tone="accent"
          onRemove={() => onFilter(withCondition(withCondition(filter, "since", undefined), "until", undefined))}
        />
      )}
      {filter.memory !== undefined && <MemoryTag id={filter.memory} onRemove={() => set("memory", undefined)} />}
      {filter.target !== undefined && (
        <Tag
          kind={words.target}
          label={formatTarget(filter.target)}
          tone="accent"
          onRemove={() => set("target", undefined)}
        />
      )}
      {filter.server !== undefined && (
        <Tag kind={common.server} label={filter.server} tone="accent" onRemove={() => set("server", undefined)} />
      )}
      {isFiltered(filter) && (
        <IconButton label={common.clearFilters} icon={FilterX} size="small" onClick={() => onFilter(NO_FILTER)} />
      )}
    </fieldset>
  );
}

interface FilterSelectProps<Value extends string> {
  readonly label: string;
  /** The option for no condition. */
  readonly any: string;
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
}

/** One condition, tinted while it is set. */
function FilterSelect<Value extends string>({ label, any, options, value, onChange }: FilterSelectProps<Value>) {
  return (
    <Select<Value | "">
      label={label}
      variant="quiet"
      options={[{ value: "", label: any }, ...options]}
      value={value ?? ""}
      onChange={(next) => onChange(next === "" ? undefined : next)}
      className={value === undefined ? "max-w-44" : "max-w-44 bg-accent-soft text-accent-text"}
    />
  );
}

/** The memory of the filter by its title, or by its id if it was deleted permanently. */
function MemoryTag({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  const text = useText().activity.filters;
  const memory = useBridgeQuery("memories.get", { reference: id }, { retry: false }).data;
  return (
    <Tag
      kind={text.memory}
      label={memory === undefined ? id : titleOf(memory.content)}
      tone="accent"
      onRemove={onRemove}
    />
  );
}

/** Clients and methods to choose from: known clients, and the ones in the newest rows and in the filter. */
function useNames(
  log: LiveLog,
  filter: RequestFilter,
): { readonly clients: readonly string[]; readonly methods: readonly string[] } {
  const known = useBridgeQuery("clients.list", {}).data;
  // Compared as one string, so that new rows with the same names do not render the filter bar.
  const clientNames = useLogValue(log, (snapshot) => namesIn(snapshot, (row) => row.client?.name));
  const methodNames = useLogValue(log, (snapshot) => namesIn(snapshot, (row) => row.method));
  return useMemo(() => {
    const clients = [...clientNames.split("\n"), ...(known ?? []).map((client) => client.name), filter.client];
    return { clients: sorted(clients), methods: sorted([...methodNames.split("\n"), filter.method]) };
  }, [known, clientNames, methodNames, filter]);
}

type NameOf = (row: LogSnapshot["rows"][number]) => string | null | undefined;

function namesIn(snapshot: LogSnapshot, nameOf: NameOf): string {
  return sorted(snapshot.rows.slice(0, SCANNED_ROWS).map(nameOf)).join("\n");
}

/** Distinct, without missing and empty names. */
function sorted(names: readonly (string | null | undefined)[]): string[] {
  return [...new Set(names.flatMap((name) => name || []))].sort();
}

import { FilterX, Pin, ShieldX } from "lucide-react";
import type { RequestFilter } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { formatSpan } from "../log/clock-time.ts";
import { formatDuration } from "../log/duration.ts";
import type { LiveLog } from "../log/live-log.ts";
import { readableTarget } from "../log/readable-target.ts";
import { FilterSelect } from "./filter-select.tsx";
import { MemoryTag } from "./memory-tag.tsx";
import { isFiltered, NO_FILTER, withCondition } from "./request-filter.ts";
import { useNames } from "./use-names.ts";

interface FilterBarProps {
  readonly filter: RequestFilter;
  readonly log: LiveLog;
  readonly onFilter: (filter: RequestFilter) => void;
}

const DURATIONS = [10, 50, 100, 500, 1_000, 5_000];

/** The conditions that the log is read under, each in sight and each one click away. */
export function FilterBar({ filter, log, onFilter }: FilterBarProps) {
  const text = useText().activity;
  const words = text.filters;
  const names = useNames(log, filter);
  const set = <Key extends keyof RequestFilter>(key: Key, value: RequestFilter[Key] | undefined) =>
    onFilter(withCondition(filter, key, value));
  const sameLabel = (value: string) => ({ value, label: value });

  return (
    <fieldset className="flex flex-wrap items-center gap-0.5 max-wide:order-2 max-wide:w-full">
      <legend className="sr-only">{words.label}</legend>
      <FilterSelect
        label={words.client}
        any={words.anyClient}
        options={names.clients.map(sameLabel)}
        value={filter.client}
        onChange={(value) => set("client", value)}
      />
      <FilterSelect
        label={words.method}
        any={words.anyMethod}
        options={names.methods.map(sameLabel)}
        value={filter.method}
        onChange={(value) => set("method", value)}
      />
      <FilterSelect
        label={words.outcome}
        any={words.anyOutcome}
        options={[
          { value: "error", label: words.onlyErrors },
          { value: "ok", label: words.onlyOk },
          { value: "cancelled", label: words.onlyCancelled },
        ]}
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
        label={words.duration}
        any={words.anyDuration}
        options={DURATIONS.map((value) => ({ value: String(value), label: words.atLeast(formatDuration(value)) }))}
        value={filter.minimumDurationMs === undefined ? undefined : String(filter.minimumDurationMs)}
        onChange={(value) => set("minimumDurationMs", value === undefined ? undefined : Number(value))}
      />
      <IconButton
        label={words.pinned}
        icon={Pin}
        size="small"
        pressed={filter.pinned === true}
        className={filter.pinned === true ? "bg-accent-soft" : ""}
        onClick={() => set("pinned", filter.pinned === true ? undefined : true)}
      />
      <IconButton
        label={words.refused}
        icon={ShieldX}
        size="small"
        pressed={filter.refused === true}
        className={filter.refused === true ? "bg-accent-soft" : ""}
        onClick={() => set("refused", filter.refused === true ? undefined : true)}
      />
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
          label={readableTarget(filter.target)}
          tone="accent"
          onRemove={() => set("target", undefined)}
        />
      )}
      {isFiltered(filter) && (
        <IconButton label={words.clear} icon={FilterX} size="small" onClick={() => onFilter(NO_FILTER)} />
      )}
    </fieldset>
  );
}

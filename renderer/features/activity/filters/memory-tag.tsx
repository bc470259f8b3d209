import { titleOf } from "../../../../electron/core/memory.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Tag } from "../../../ui/tag.tsx";

interface MemoryTagProps {
  readonly id: string;
  readonly onRemove: () => void;
}

/** The memory that the log is about, by its title; by its id where it is gone for good. */
export function MemoryTag({ id, onRemove }: MemoryTagProps) {
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

import type { DragEvent } from "react";

/** The type of dragged memories: their ids as JSON. Other programs receive nothing. */
const TYPE = "application/x-recollect-memories";

/** Starts to drag the memory under the pointer, or all selected ones if it is one of them. */
export function startDrag(event: DragEvent, selected: ReadonlySet<string>): void {
  const target = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-drag]") : null;
  const id = target?.dataset.drag;
  if (id === undefined) return;
  event.dataTransfer.setData(TYPE, JSON.stringify(selected.has(id) ? [...selected] : [id]));
  event.dataTransfer.effectAllowed = "move";
}

/** Whether memories are dragged. Their ids can be read when they are dropped. */
export function hasMemories({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(TYPE);
}

/** The ids of dropped memories. */
export function droppedMemories({ dataTransfer }: DragEvent): readonly string[] {
  const text = dataTransfer.getData(TYPE);
  return text === "" ? [] : (JSON.parse(text) as readonly string[]);
}

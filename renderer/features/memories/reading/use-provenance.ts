import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { Memory } from "../../../../electron/core/memory.ts";
import type { ListedSpace } from "../../../../electron/core/spaces.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";

/** A revision's device in words, and whether it was made at the same time as another one. */
interface RevisionOrigin {
  readonly isThisDevice: boolean;
  readonly device: string;
  readonly isConcurrent: boolean;
}

export interface Provenance {
  /** The space of the memory's domain; null outside spaces. */
  readonly space: ListedSpace | null;
  /** By the number of the revision. Those that only this device has are missing. */
  readonly revisions: ReadonlyMap<number, RevisionOrigin>;
}

/** The space of a memory, and the devices that made its revisions. */
export function useProvenance(memory: Memory): Provenance {
  const words = useText().spaces;
  const spaces = useBridgeQuery("spaces.list", {}).data ?? [];
  const space = spaces.find(({ domains }) => domains.includes(memory.domain)) ?? null;
  const provenance = useBridgeQuery("spaces.provenance", { memory: memory.id }, { enabled: space !== null });
  const nameOf = ({ id, name }: { readonly id: string; readonly name: string }) =>
    id === space?.device.id
      ? words.memory.onThis
      : words.memory.on(name === "" ? words.device.unnamed : markHidden(name));
  return {
    space,
    revisions: new Map(
      (provenance.data?.revisions ?? []).map(({ revision, device, isConcurrent }) => [
        revision,
        { isThisDevice: device.id === space?.device.id, device: nameOf(device), isConcurrent },
      ]),
    ),
  };
}

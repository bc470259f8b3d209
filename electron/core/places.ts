/** The kinds of places that memories are in. */
export const PLACE_KINDS = ["domain", "namespace"] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A domain or a namespace, with its memories. */
export interface Place {
  readonly name: string;
  /** Current memories. */
  readonly memories: number;
  /** Those in the trash, superseded, expired or not valid yet. */
  readonly others: number;
}

/** All domains and namespaces, the largest first. */
export interface Places {
  readonly domains: readonly (Place & {
    /** Whether it is in a space or a database. */
    readonly isShared: boolean;
  })[];
  readonly namespaces: readonly (Place & {
    /** A namespace of every installation, which cannot be removed. */
    readonly isBuiltIn: boolean;
  })[];
  /** The domains that are one project by several names, which can be merged; of each the one first that captures get. */
  readonly repeated: readonly (readonly string[])[];
}

/** Moves every memory of a place to another one, which may be new: a merge or a rename. */
export interface PlaceMove {
  readonly kind: PlaceKind;
  readonly from: string;
  /** Null removes the place: the memories of a domain move to the trash; a namespace must be empty. */
  readonly to: string | null;
}

/** What a move did, or would do. */
export interface PlaceMoved extends PlaceMove {
  /** By which it can be undone until the application stops. Null for a preview. */
  readonly id: string | null;
  readonly memories: number;
  /** As in {@link Place.others}. */
  readonly others: number;
  /** The memories whose content is in the other place too. Health lists them afterwards. */
  readonly identical: number;
  /** Whether the other place is new. */
  readonly isNew: boolean;
  /** The shared ones of the two domains: a move changes what other people see. */
  readonly shared: readonly string[];
}

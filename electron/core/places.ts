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

/** A former name of a domain, under which clients still reach it. */
export interface FormerName {
  readonly name: string;
  /** The domain that it means. */
  readonly means: string;
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
  /** The domains that are one project by several names, which can be merged; each with the domain of new captures first. */
  readonly repeated: readonly (readonly string[])[];
  readonly formerNames: readonly FormerName[];
}

/** A project with current memories. */
export interface ProjectSummary {
  readonly name: string;
  /** Current memories. */
  readonly memories: number;
  /** The last change of a current memory; null if it could not be read. */
  readonly changedAt: string | null;
}

/** Moves every memory of a place to another one, which may be new: a merge or a rename. */
export interface PlaceMove {
  readonly kind: PlaceKind;
  readonly from: string;
  /** Null removes the place: the memories of a domain move to the trash; a namespace must be empty. */
  readonly to: string | null;
}

/** A move to another place, as the parts of the application that name places follow it. */
export interface FollowedMove extends PlaceMove {
  readonly to: string;
}

/** A part of the application that names places: rights, settings, conversations. */
export interface PlaceFollower {
  /** The clients whose rights name a place. The owner sees them before the move. Default: none. */
  clientsOf?(kind: PlaceKind, name: string): Promise<readonly string[]>;
  /** Names the new place instead of the former one. @returns a function that undoes it */
  follow(move: FollowedMove): Promise<() => Promise<void>>;
}

/** What a move did, or would do. */
export interface PlaceMoved extends PlaceMove {
  /** Identifies the move for its undo, until the application stops. Null for a preview. */
  readonly id: string | null;
  readonly memories: number;
  /** As in {@link Place.others}. */
  readonly others: number;
  /** The number of memories that the other place has with the same content. Health lists them afterwards. */
  readonly identical: number;
  /** Whether the other place is new. */
  readonly isNew: boolean;
  /** Which of the two domains are shared: other people see the move. */
  readonly shared: readonly string[];
  /** The clients that are limited to the place. They get the other place instead, with the memories that it has. */
  readonly clients: readonly string[];
}

import type { LucideIcon } from "lucide-react";
import type { RefObject } from "react";

/** One thing that can be done: found in the palette, listed among the shortcuts, run by its keys. */
export interface Command {
  /** Unique in the window, such as `memories.edit`. */
  readonly id: string;
  readonly title: string;
  /** The heading it stands under in the shortcut sheet. */
  readonly group: string;
  readonly run: () => void;
  /** `mod+k`, `e`, `?`; the first is shown. */
  readonly keys?: readonly string[];
  readonly icon?: LucideIcon;
  /** Default true. A disabled command is not offered, and its keys do nothing. */
  readonly enabled?: boolean;
  /** Runs while a field has the focus too; for keys with `mod` it does so anyway unless this is false. */
  readonly inFields?: boolean;
  /** Its keys work only while the focus is in here. */
  readonly within?: RefObject<Element | null>;
  /** Kept out of the palette: keys for moving about. */
  readonly hidden?: boolean;
}

import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { ArrowRight, CircleCheck, RotateCw } from "lucide-react";
import { type ReactNode, type Ref, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import { type Memory, titleOf } from "../../../electron/core/memory.ts";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { RouteLink, useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { OneLine } from "../../ui/inline-text.tsx";
import { ContextMenu, type MenuEntry } from "../../ui/menu.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { type FindingAction, SelectionBar, useFindingSelection } from "./finding-selection.tsx";

interface FindingListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** The memory that Enter opens and E edits. */
  readonly memoryOf: (item: T) => Memory;
  /** The actions for a finding, the recommended one first. */
  readonly actionsOf: (item: T) => readonly FindingAction[];
  /** The actions for several findings. Without it, only one at a time can be decided. */
  readonly bulkActionsOf?: (items: readonly T[]) => readonly FindingAction[];
  /** Names a finding for a screen reader; by default the title of its memory. */
  readonly nameOf?: (item: T) => string;
  /** Number of memories in a finding. */
  readonly lines: 1 | 2;
  readonly children: (item: T, isActive: boolean) => ReactNode;
  /** Called when the end of the list is near, to load more. */
  readonly onNearEnd?: () => void;
}

/** Estimated heights in pixels, until a finding is measured. */
const ESTIMATED_HEIGHTS = { 1: 57, 2: 97 };
/** More findings are loaded when fewer than this are left below. */
const PREFETCH_ROWS = 10;

const NO_ACTIONS: readonly FindingAction[] = [];

/**
 * A list of findings. Only visible ones are rendered. Arrow keys move between findings, Tab to their actions. While some are
 * selected, the keys of the actions are for all of them.
 */
export function FindingList<T>(props: FindingListProps<T>) {
  const { label, items, keyOf, memoryOf, actionsOf, bulkActionsOf, lines, children, onNearEnd } = props;
  const { nameOf = (item: T) => titleOf(memoryOf(item).content) } = props;
  const text = useText();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ readonly key: string; readonly index: number } | null>(null);
  const shouldFocus = useRef(false);
  const hasActed = useRef(false);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current,
    estimateSize: () => ESTIMATED_HEIGHTS[lines],
    getItemKey: useCallback(
      (index: number) => {
        const item = items[index];
        return item === undefined ? index : keyOf(item);
      },
      [items, keyOf],
    ),
    overscan: 6,
  });
  const found = active === null ? -1 : items.findIndex((item) => keyOf(item) === active.key);
  // If the active finding is gone, the one at its position is active.
  const activeIndex = found === -1 ? Math.min(active?.index ?? 0, items.length - 1) : found;
  const activate = (index: number) => {
    const item = items[index];
    if (item !== undefined) setActive({ key: keyOf(item), index });
  };
  const go = (index: number) => {
    const next = Math.max(0, Math.min(items.length - 1, index));
    activate(next);
    virtualizer.scrollToIndex(next, { align: "auto" });
    shouldFocus.current = true;
  };
  const isInside = () => list.current?.contains(document.activeElement) === true;
  const act = (action: FindingAction) => {
    hasActed.current = isInside();
    action.run();
  };
  const selection = useFindingSelection({ items, keyOf, memoryOf, bulkActionsOf, act });
  const hasSelection = selection.selected.length > 0;
  const extend = (steps: 1 | -1) => {
    selection.add([activeIndex, activeIndex + steps].flatMap((index) => items[index] ?? []));
    go(activeIndex + steps);
  };

  useEffect(() => {
    // An action may have removed the focused finding. Move the focus to the next one.
    if (hasActed.current && document.activeElement === document.body) shouldFocus.current = true;
    if (!shouldFocus.current) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${activeIndex}"] a`);
    if (row == null) return;
    shouldFocus.current = false;
    hasActed.current = false;
    row.focus();
  });

  const shown = virtualizer.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= items.length - PREFETCH_ROWS) onNearEnd?.();
  }, [lastShown, items.length, onNearEnd]);

  const activeItem = items[activeIndex];
  useFindingCommands({
    list,
    memory: activeItem === undefined ? null : memoryOf(activeItem),
    actions: hasSelection ? selection.actions : activeItem === undefined ? [] : actionsOf(activeItem),
    act: hasSelection ? selection.act : act,
    step: (steps) => go(isInside() ? activeIndex + steps : activeIndex),
    end: (last) => go(last ? items.length - 1 : 0),
    selecting:
      bulkActionsOf === undefined
        ? null
        : {
            toggle: () => activeItem !== undefined && selection.toggle(activeItem),
            extend,
            all: selection.all,
            clear: hasSelection ? selection.clear : null,
          },
  });

  return (
    <>
      <SelectionBar selection={selection} total={items.length} />
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-8">
        <ul aria-label={label} className="relative max-w-240" style={{ height: virtualizer.getTotalSize() }}>
          {shown.map(({ index, key, start }) => {
            const item = items[index];
            return item === undefined ? null : (
              <Finding
                key={key}
                ref={virtualizer.measureElement}
                index={index}
                total={items.length}
                top={start}
                isActive={index === activeIndex}
                actions={hasSelection ? NO_ACTIONS : actionsOf(item)}
                menu={
                  selection.has(item) ? entriesOf(selection.actions, selection.act) : entriesOf(actionsOf(item), act)
                }
                onAction={act}
                selection={
                  bulkActionsOf === undefined
                    ? null
                    : {
                        name: text.health.bulk.select(nameOf(item)),
                        isSelected: selection.has(item),
                        toggle: () => selection.toggle(item),
                      }
                }
                onFocus={() => activate(index)}
              >
                {children(item, index === activeIndex)}
              </Finding>
            );
          })}
        </ul>
      </div>
    </>
  );
}

function entriesOf(actions: readonly FindingAction[], act: (action: FindingAction) => void): readonly MenuEntry[] {
  return actions.map((action) => ({
    label: action.label,
    keys: action.keys,
    danger: action.isDestructive === true,
    onSelect: () => act(action),
  }));
}

interface FindingProps {
  readonly index: number;
  readonly total: number;
  /** Position in the list, in pixels. */
  readonly top: number;
  /** Whether Tab reaches its link and buttons; true for one finding at a time. */
  readonly isActive: boolean;
  readonly actions: readonly FindingAction[];
  /** The entries of its context menu. */
  readonly menu: readonly MenuEntry[];
  readonly onAction: (action: FindingAction) => void;
  readonly onFocus: () => void;
  /** Null if several findings cannot be selected. */
  readonly selection: { readonly name: string; readonly isSelected: boolean; readonly toggle: () => void } | null;
  readonly ref: Ref<HTMLLIElement>;
  readonly children: ReactNode;
}

function Finding(props: FindingProps) {
  const { index, total, top, isActive, actions, menu, onAction, onFocus, selection, ref, children } = props;
  return (
    <ContextMenu
      entries={menu}
      render={
        <li
          ref={ref}
          data-index={index}
          aria-posinset={index + 1}
          aria-setsize={total}
          onFocus={onFocus}
          style={{ transform: `translateY(${top}px)` }}
          className={clsx(
            "absolute inset-x-0 flex items-center gap-x-6 gap-y-2 border-b border-line py-2.5 max-wide:flex-wrap",
            selection?.isSelected === true ? "bg-accent-soft" : "has-[a:focus-visible]:bg-hover",
          )}
        />
      }
    >
      {selection !== null && (
        <input
          type="checkbox"
          aria-label={selection.name}
          checked={selection.isSelected}
          tabIndex={isActive ? 0 : -1}
          onChange={selection.toggle}
          className="-mr-3 ml-1 size-4 shrink-0 accent-accent"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1 max-wide:basis-4/5">{children}</div>
      <div className="flex shrink-0 gap-1.5">
        {actions.map((action) => (
          <Button
            key={action.label}
            size="small"
            variant={action.quiet === true ? "quiet" : "secondary"}
            tabIndex={isActive ? 0 : -1}
            onClick={() => onAction(action)}
          >
            {action.label}
          </Button>
        ))}
      </div>
    </ContextMenu>
  );
}

interface MemoryLineProps {
  readonly memory: Memory;
  readonly note?: ReactNode;
  /** Shown instead of the title, which may contain a secret. */
  readonly excerpt?: string;
  /** Whether Tab reaches the link; default true. */
  readonly inTabOrder?: boolean;
}

/** A memory's title as a link, with its namespace, domain and age. */
export function MemoryLine({ memory, note, excerpt, inTabOrder = true }: MemoryLineProps) {
  const text = useText();
  const title = excerpt === undefined ? titleOf(memory.content) : markHidden(excerpt);
  return (
    <div className="flex min-w-0 flex-col">
      <RouteLink
        to={{ place: "memories", path: ["all", memory.id] }}
        aria-label={text.health.open(title)}
        tabIndex={inTabOrder ? 0 : -1}
        className="group/line flex min-w-0 items-center gap-1.5 hover:text-accent-text"
      >
        <OneLine className="min-w-0">{title}</OneLine>
        <ArrowRight size={12} className="shrink-0 opacity-0 group-hover/line:opacity-100" aria-hidden />
      </RouteLink>
      <span className="flex gap-2 text-sm text-ink-faint">
        <span>{memory.namespace}</span>
        <OneLine className="min-w-0">{memory.domain}</OneLine>
        <RelativeTime at={memory.createdAt} />
        {note !== undefined && <span>{note}</span>}
      </span>
    </div>
  );
}

interface FindingCommands {
  readonly list: RefObject<HTMLElement | null>;
  /** The memory of the active finding; null without findings. */
  readonly memory: Memory | null;
  readonly actions: readonly FindingAction[];
  readonly act: (action: FindingAction) => void;
  readonly step: (steps: 1 | -1) => void;
  readonly end: (last: boolean) => void;
  /** Null if several findings cannot be selected. */
  readonly selecting: {
    readonly toggle: () => void;
    readonly extend: (steps: 1 | -1) => void;
    readonly all: () => void;
    /** Null if nothing is selected. */
    readonly clear: (() => void) | null;
  } | null;
}

const pathTo = (...path: readonly string[]) => ({ place: "memories" as const, path: ["all", ...path] });

/** Registers the actions of the active finding as palette commands, with shortcuts inside the list. */
function useFindingCommands({ list, memory, actions, act, step, end, selecting }: FindingCommands): void {
  const text = useText();
  const words = text.health;
  const { navigate } = useNavigation();
  const enabled = memory !== null;
  const moving = commandsOf("health", text.frame.health, { hidden: true, enabled });
  const acting = commandsOf("health", text.frame.health, { within: list, enabled });
  useCommands([
    moving("next", words.next, () => step(1), { keys: ["arrowdown", "j"] }),
    moving("previous", words.previous, () => step(-1), { keys: ["arrowup", "k"] }),
    moving("first", words.first, () => end(false), { keys: ["home"], within: list }),
    moving("last", words.last, () => end(true), { keys: ["end"], within: list }),
    ...(selecting === null
      ? []
      : [
          moving("select", words.bulk.toggle, selecting.toggle, { keys: ["s"], within: list }),
          moving("extend-down", words.bulk.extend, () => selecting.extend(1), {
            keys: ["shift+arrowdown"],
            within: list,
          }),
          moving("extend-up", words.bulk.extend, () => selecting.extend(-1), { keys: ["shift+arrowup"], within: list }),
          moving("select-all", text.memories.actions.selectAll, selecting.all, { keys: ["mod+a"], inFields: false }),
          moving("clear", text.common.clearSelection, () => selecting.clear?.(), {
            keys: ["escape"],
            enabled: selecting.clear !== null,
          }),
        ]),
    acting("edit", text.common.edit, () => memory !== null && navigate(pathTo(memory.id, "edit")), { keys: ["e"] }),
    ...actions
      .filter(({ keys }) => keys !== "e")
      .map((action) =>
        acting(action.label, action.label, () => act(action), {
          keys: action.keys === undefined ? undefined : [action.keys],
        }),
      ),
  ]);
}

interface MergedContentProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The text that a merge writes. */
export function MergedContent({ label, value, onChange }: MergedContentProps) {
  return (
    <label className="flex flex-col gap-1">
      <span className="text-sm text-ink-soft">{label}</span>
      <textarea
        value={value}
        dir="auto"
        onChange={(event) => onChange(event.target.value)}
        className="field-sizing-content max-h-[45vh] min-h-24 w-full resize-y rounded-md bg-canvas p-3 text-md text-ink shadow-[inset_0_0_0_1px_var(--line-strong)] forced-colors:border"
      />
    </label>
  );
}

interface NothingFoundProps {
  readonly kind: FindingKind;
  /** Repeats the scan; undefined for a list. */
  readonly onCheckAgain?: () => void;
}

/** Shown instead of an empty list. */
export function NothingFound({ kind, onCheckAgain }: NothingFoundProps) {
  const text = useText().health;
  return (
    <div className="min-h-0 flex-1">
      <EmptyState
        icon={CircleCheck}
        title={text.nothing[kind]}
        text={text.nothing.text}
        actions={
          onCheckAgain !== undefined && (
            <Button icon={RotateCw} onClick={onCheckAgain}>
              {text.again}
            </Button>
          )
        }
      />
    </div>
  );
}

/** The kinds of findings, in the order of the tabs. */
export const FINDING_KINDS = [
  "conflicts",
  "duplicates",
  "unused",
  "unhelpful",
  "superseded",
  "expired",
  "secrets",
  "instructions",
  "hidden",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

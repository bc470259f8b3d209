import { Tabs } from "@base-ui/react/tabs";
import { type LucideIcon, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useText } from "../text/use-text.ts";
import { Button, IconButton } from "./button.tsx";
import { EmptyState } from "./states.tsx";

interface PaneProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A pane next to a list. It takes the focus, restores it, and closes on Esc. */
export function Pane({ title, onClose, children }: PaneProps) {
  const text = useText().common;
  const pane = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  // The focused element may have been removed, for example a button that did its work: then the body has the focus.
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isHere = event.target === document.body || pane.current?.contains(event.target as Node);
    if (event.key !== "Escape" || event.defaultPrevented || !isHere) return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <section ref={pane} aria-label={title} className="flex h-full min-h-0 flex-col">
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 truncate font-medium outline-hidden">
          {title}
        </h2>
        <IconButton label={text.close} keys="escape" icon={X} size="small" onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-3 pb-6">{children}</div>
    </section>
  );
}

interface MissingPaneProps {
  readonly icon: LucideIcon;
  readonly words: { readonly title: string; readonly text: string; readonly back: string };
  readonly onClose: () => void;
}

/** The pane of something that does not exist, or not any more. */
export function MissingPane({ icon, words, onClose }: MissingPaneProps) {
  return (
    <Pane title={words.title} onClose={onClose}>
      <EmptyState
        icon={icon}
        title={words.title}
        text={words.text}
        actions={<Button onClick={onClose}>{words.back}</Button>}
      />
    </Pane>
  );
}

interface PaneTabsProps<Part extends string> {
  readonly label: string;
  readonly value: Part;
  readonly parts: readonly { readonly value: Part; readonly label: string; readonly content: ReactNode }[];
  readonly className?: string;
  readonly panelClassName?: string;
  readonly onChange: (part: Part) => void;
}

/** The parts of a pane, one at a time. */
export function PaneTabs<Part extends string>(props: PaneTabsProps<Part>) {
  const { label, value, parts, className = "mt-4", panelClassName = "pt-3", onChange } = props;
  return (
    <Tabs.Root value={value} onValueChange={onChange} className={className}>
      <Tabs.List aria-label={label} className="flex gap-4 border-b border-line">
        {parts.map((part) => (
          <Tabs.Tab key={part.value} value={part.value} className={TAB_STYLE}>
            {part.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map((part) => (
        <Tabs.Panel key={part.value} value={part.value} className={panelClassName}>
          {part.content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

/** The style of a tab in a `Tabs.List`. */
const TAB_STYLE =
  "h-7 border-b-2 border-transparent text-ink-faint transition-colors hover:text-ink data-active:border-accent data-active:font-medium data-active:text-ink";

/** A name and its value, in a `dl` with two columns. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-faint">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

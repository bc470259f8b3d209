import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useText } from "../../text/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";

interface PaneProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What opens beside the clients. It takes the focus, gives it back, and Esc closes it. */
export function Pane({ title, onClose, children }: PaneProps) {
  const text = useText().common;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <section aria-label={title} className="flex h-full min-h-0 flex-col" onKeyDown={onKeyDown}>
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

import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { TAB_STYLE } from "./tab-style.ts";

interface PaneTabsProps<Part extends string> {
  readonly label: string;
  readonly value: Part;
  readonly parts: readonly { readonly value: Part; readonly label: string; readonly content: ReactNode }[];
  readonly onChange: (part: Part) => void;
}

/** The parts of a pane, one at a time. */
export function PaneTabs<Part extends string>({ label, value, parts, onChange }: PaneTabsProps<Part>) {
  return (
    <Tabs.Root value={value} onValueChange={onChange} className="mt-4">
      <Tabs.List aria-label={label} className="flex gap-4 border-b border-line">
        {parts.map((part) => (
          <Tabs.Tab key={part.value} value={part.value} className={TAB_STYLE}>
            {part.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map((part) => (
        <Tabs.Panel key={part.value} value={part.value} className="pt-3">
          {part.content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

import clsx from "clsx";
import { useText } from "../text/use-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { KeyHint } from "../ui/keys.tsx";
import type { Command } from "./command.ts";
import { useAllCommands } from "./commands.tsx";

/** The keyboard shortcuts of the window and the open place, by group. Disabled commands are dimmed. */
export function ShortcutSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const text = useText();
  const groups = groupCommands(useAllCommands());
  return (
    <Dialog open={open} onClose={onClose} title={text.frame.shortcuts.title} size="large">
      <div className="columns-2 gap-8 max-wide:columns-1">
        {groups.map(([group, commands]) => (
          <section key={group} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-sm font-medium text-ink-faint">{group}</h3>
            <dl>
              {commands.map((command) => (
                <div key={command.id} className="flex items-baseline gap-4 border-b border-line py-1 last:border-0">
                  <dt className={clsx("flex-1", command.enabled === false && "text-ink-faint")}>{command.title}</dt>
                  <dd className="flex gap-2">
                    {command.keys?.map((keys) => (
                      <KeyHint key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function groupCommands(commands: readonly Command[]): [string, Command[]][] {
  const withKeys = commands.filter((command) => command.keys !== undefined && command.keys.length > 0);
  return [...Map.groupBy(withKeys, (command) => command.group)];
}

import clsx from "clsx";
import { ChevronDown, Copy, FolderOpen, Pause, Play, Plug } from "lucide-react";
import type { AppStatus } from "../../electron/ipc/contract.ts";
import type { Command } from "../commands/command.ts";
import { useCommands } from "../commands/commands.tsx";
import { useBridgeMutation, useBridgeQuery } from "../data/use-bridge-query.ts";
import { useConnection } from "../data/use-connection.ts";
import { useNavigation } from "../navigation/navigation.tsx";
import { useText } from "../text/use-text.ts";
import { tellError } from "../ui/error-state.tsx";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { useToast } from "../ui/toast.tsx";
import { describeStatus, NOTICE_TONES } from "./describe-status.ts";
import { StatusMark } from "./status-mark.tsx";

/** Whether the service runs, where, and for how many; the first thing read when something is wrong. */
export function StatusBlock() {
  const text = useText();
  const connected = useConnection();
  const status = useBridgeQuery("app.status", {}, { refetchInterval: 20_000 });
  const reachable = connected && !status.isError;
  const entries = useStatusMenu(reachable ? status.data : undefined);
  const { tone, label, problem } = describeStatus(status.data, reachable, text);
  const port = status.data?.port;
  const clients = status.data?.clientsConnected ?? 0;
  const shows = reachable && status.data !== undefined;
  return (
    <section aria-label={text.frame.status.label}>
      <Menu
        align="start"
        entries={entries}
        trigger={
          <button
            type="button"
            className="group flex w-full flex-col rounded-md px-2 py-1.5 text-left transition-colors hover:bg-hover data-popup-open:bg-hover max-wide:items-center max-wide:px-0"
          >
            <span className="flex w-full items-center gap-2 max-wide:h-5 max-wide:justify-center">
              <StatusMark tone={tone} />
              <span className="flex-1 truncate font-semibold max-wide:sr-only">{label}</span>
              <ChevronDown
                size={13}
                className="text-ink-faint opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 max-wide:hidden"
                aria-hidden
              />
            </span>
            <span className="min-h-4.5 pl-4 text-sm text-ink-faint max-wide:sr-only">
              {shows && port !== undefined && `${text.frame.status.port(port)} · ${text.frame.status.clients(clients)}`}
            </span>
          </button>
        }
      />
      {problem !== null && (
        <p
          role="status"
          className={clsx("mx-1 mt-1 rounded-md px-2 py-1.5 text-sm max-wide:hidden", NOTICE_TONES[tone])}
        >
          {problem}
        </p>
      )}
    </section>
  );
}

function useStatusMenu(status: AppStatus | undefined): MenuEntry[] {
  const text = useText();
  const words = text.frame.status;
  const toast = useToast();
  const { navigate } = useNavigation();
  const onError = (error: unknown) => toast.show({ message: tellError(error, text), tone: "bad" });
  const setServing = useBridgeMutation("app.setServing", { onError });
  const openFolder = useBridgeMutation("app.openDataFolder", { onError });
  const paused = status?.serving === "paused";
  const entries: MenuEntry[] = [
    {
      label: paused ? words.resume : words.pause,
      icon: paused ? Play : Pause,
      disabled: status === undefined || status.serving === "failed",
      onSelect: () => setServing.mutate({ serving: paused }),
    },
    "separator",
    {
      label: words.copyAddress,
      icon: Copy,
      disabled: status === undefined,
      onSelect: () =>
        void navigator.clipboard
          .writeText(status?.url ?? "")
          .then(() => toast.show({ message: words.addressCopied }), onError),
    },
    { label: words.seeClients, icon: Plug, onSelect: () => navigate({ place: "clients" }) },
    ...(status?.host === "desktop"
      ? [{ label: words.openDataFolder, icon: FolderOpen, onSelect: () => openFolder.mutate({}) }]
      : []),
  ];
  useCommands(
    entries.flatMap((entry): Command[] =>
      entry === "separator"
        ? []
        : [
            {
              id: `status.${entry.label}`,
              title: entry.label,
              group: words.label,
              enabled: entry.disabled !== true,
              run: entry.onSelect,
              ...(entry.icon === undefined ? {} : { icon: entry.icon }),
            },
          ],
    ),
  );
  return entries;
}

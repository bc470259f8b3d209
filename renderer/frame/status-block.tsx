import clsx from "clsx";
import { ChevronDown, Copy, FolderOpen, Pause, Play, Plug, TriangleAlert } from "lucide-react";
import type { Text } from "../../electron/text/en.ts";
import type { AppStatus } from "../../electron/window-api/contract.ts";
import type { Command } from "../commands/command.ts";
import { useCommands } from "../commands/commands.tsx";
import { useAction, useBridgeQuery, useConnection } from "../data/use-bridge.tsx";
import { useNavigation } from "../navigation/navigation.tsx";
import { useText } from "../text/use-text.ts";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { useToast } from "../ui/toast.tsx";

type Tone = "good" | "warn" | "bad" | "plain";

const NOTICE_STYLES: Readonly<Record<Tone, string>> = {
  good: "",
  plain: "",
  warn: "bg-warn-soft text-warn-text",
  bad: "bg-bad-soft text-bad-text",
};

/** The state of the service with the number of connected clients, its port in the tooltip, and a menu. */
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
    <section aria-label={text.common.service}>
      <Menu
        align="start"
        entries={entries}
        trigger={
          <button
            type="button"
            title={shows && port !== undefined ? text.frame.status.port(port) : undefined}
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
              {shows && text.frame.status.clients(clients)}
            </span>
          </button>
        }
      />
      {problem !== null && (
        <p
          role="status"
          className={clsx("mx-1 mt-1 rounded-md px-2 py-1.5 text-sm max-wide:hidden", NOTICE_STYLES[tone])}
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
  const setServing = useAction("app.setServing");
  const openFolder = useAction("app.openDataFolder");
  const paused = status?.serving === "paused";
  const entries: MenuEntry[] = [
    {
      label: paused ? text.common.resumeServing : words.pause,
      icon: paused ? Play : Pause,
      disabled: status === undefined || status.serving === "failed",
      onSelect: () => setServing.mutate({ serving: paused }),
    },
    "separator",
    {
      label: text.common.copyAddress,
      icon: Copy,
      disabled: status === undefined,
      onSelect: () => toast.copy(status?.url ?? "", words.addressCopied),
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
              group: text.common.service,
              enabled: entry.disabled !== true,
              run: entry.onSelect,
              icon: entry.icon,
            },
          ],
    ),
  );
  return entries;
}

/** A dot while the service runs, otherwise an icon: colour must not be the only difference. */
function StatusMark({ tone }: { readonly tone: Tone }) {
  if (tone === "warn") return <Pause size={12} className="-mx-0.5 shrink-0 fill-current text-warn-text" aria-hidden />;
  if (tone === "bad") return <TriangleAlert size={14} className="-mx-0.75 shrink-0 text-bad-text" aria-hidden />;
  return (
    <span
      className={clsx(
        "size-2 shrink-0 rounded-full forced-colors:bg-[CanvasText]",
        tone === "good" ? "bg-good" : "bg-line-strong",
      )}
    />
  );
}

/** A problem above the place: a lost connection, or in a narrow window the sidebar's problem. */
export function StatusNotice() {
  const text = useText();
  const connected = useConnection();
  const status = useBridgeQuery("app.status", {});
  if (!connected) return <Notice tone="bad" message={text.frame.connectionLost} />;
  const { tone, label, problem } = describeStatus(status.data, !status.isError, text);
  return problem === null ? null : <Notice tone={tone} message={`${label}. ${problem}`} className="wide:hidden" />;
}

interface NoticeProps {
  readonly tone: Tone;
  readonly message: string;
  readonly className?: string;
}

function Notice({ tone, message, className }: NoticeProps) {
  return (
    <p role="status" className={clsx("px-4 py-1.5", NOTICE_STYLES[tone], className)}>
      {message}
    </p>
  );
}

interface StatusText {
  readonly tone: Tone;
  readonly label: string;
  /** The problem and its remedy; null without one. */
  readonly problem: string | null;
}

/** The state of the service as text. @param status undefined until it is loaded */
export function describeStatus(status: AppStatus | undefined, reachable: boolean, text: Text): StatusText {
  const words = text.frame.status;
  if (!reachable) return { tone: "bad", label: words.unreachable, problem: text.common.offlineHint };
  if (status === undefined) return { tone: "plain", label: words.starting, problem: null };
  if (status.serving === "serving") return { tone: "good", label: words.serving, problem: null };
  if (status.serving === "paused") return { tone: "warn", label: words.paused, problem: words.pausedHint };
  // `Alerts` shows the reason and the remedy.
  return { tone: "bad", label: words.failed, problem: null };
}

import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { TextFinding } from "../../../electron/core/memory-service.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { clientName } from "../../ui/client-name.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { nameMemories } from "../memories/data/name-memories.ts";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { FindingList, MemoryLine, NothingFound } from "./finding-list.tsx";
import type { FindingAction } from "./finding-selection.tsx";
import { FromClient } from "./from-client.tsx";
import { type FindingOf, SCANS, type Scan, type ScanName, useScan } from "./scans.ts";
import { useDismissed } from "./use-dismissed.ts";

/** Memories that may contain a secret. */
export function Secrets() {
  return <TextFindings kind="secrets" />;
}

/** Memories that read like an instruction to an assistant. */
export function Instructions() {
  return <TextFindings kind="instructions" />;
}

/** Memories with characters that are not visible. */
export function HiddenCharacters() {
  return <TextFindings kind="hidden" />;
}

interface TextFindingsProps {
  readonly kind: Exclude<ScanName, "duplicates">;
}

/**
 * Memories with a passage that the owner should look at, to edit, delete or dismiss them. Lines name the client that the
 * memory is from if the client is at fault.
 */
function TextFindings({ kind }: TextFindingsProps) {
  const namesClient = kind !== "secrets";
  const text = useText();
  const words = text.health;
  const { navigate } = useNavigation();
  const { remove } = useMemoryActions();
  const { dismiss } = useDismissed();
  const { keyOf } = SCANS[kind];
  // The excerpt of a secret is masked; the title may contain it.
  const nameFindings = (findings: readonly TextFinding[]) =>
    nameMemories(
      findings.map(({ memory, excerpt }) => (kind === "secrets" ? { content: excerpt } : memory)),
      text.memories,
    );
  const shared = (findings: readonly TextFinding[]): FindingAction[] => [
    {
      label: text.common.delete,
      keys: "backspace",
      isDestructive: true,
      run: () => void remove(findings.map(({ memory }) => memory.id)),
    },
    {
      label: words.dismiss,
      keys: "l",
      quiet: true,
      run: () => dismiss(findings.map(keyOf), nameFindings(findings)),
    },
  ];
  const actionsOf = (finding: TextFinding): FindingAction[] => [
    {
      label: text.common.edit,
      keys: "e",
      run: () => navigate({ place: "memories", path: ["all", finding.memory.id, "edit"] }),
    },
    ...shared([finding]),
  ];
  return (
    <>
      {namesClient && <FromClient />}
      <ScannedFindings
        kind={kind}
        actionsOf={actionsOf}
        bulkActionsOf={shared}
        // The title of a secret may contain it.
        nameOf={({ excerpt }) => markHidden(excerpt)}
        lines={1}
      >
        {({ memory, excerpt }, isActive) => (
          <MemoryLine
            memory={memory}
            excerpt={excerpt}
            note={namesClient && memory.client !== null ? clientName(memory.client, text) : undefined}
            inTabOrder={isActive}
          />
        )}
      </ScannedFindings>
    </>
  );
}

interface ScannedFindingsProps<Name extends ScanName> {
  readonly kind: Name;
  readonly actionsOf: (finding: FindingOf<Name>) => readonly FindingAction[];
  readonly bulkActionsOf: (findings: readonly FindingOf<Name>[]) => readonly FindingAction[];
  readonly nameOf?: (finding: FindingOf<Name>) => string;
  readonly lines: 1 | 2;
  readonly children: (finding: FindingOf<Name>, isActive: boolean) => ReactNode;
}

/** Findings of a scan of all memories, shown while it runs. */
export function ScannedFindings<Name extends ScanName>(props: ScannedFindingsProps<Name>) {
  const { kind, actionsOf, bulkActionsOf, nameOf, lines, children } = props;
  const text = useText().health;
  const scan = useScan(kind);
  const shown = scan.found;
  return (
    <>
      <ScanProgress scan={scan} found={shown.length} />
      {shown.length === 0 && scan.state === "done" && <NothingFound kind={kind} onCheckAgain={scan.restart} />}
      {shown.length > 0 && (
        <FindingList
          label={text.kinds[kind]}
          items={shown}
          keyOf={SCANS[kind].keyOf as (finding: FindingOf<Name>) => string}
          memoryOf={({ memory }) => memory}
          actionsOf={actionsOf}
          bulkActionsOf={bulkActionsOf}
          nameOf={nameOf}
          lines={lines}
        >
          {children}
        </FindingList>
      )}
    </>
  );
}

type Progress = Pick<Scan<ScanName>, "state" | "scanned" | "error" | "restart" | "resume">;

/** The progress of a scan, its error, or the number of findings. */
function ScanProgress({ scan, found }: { readonly scan: Progress; readonly found: number }) {
  const text = useText();
  const total = useBridgeQuery("memories.counts", {}).data?.memories ?? 0;
  if (scan.state === "failed") {
    return (
      <div className="max-w-248 px-4 pb-2">
        <ErrorState inline error={scan.error} onRetry={scan.resume} />
      </div>
    );
  }
  if (scan.state === "running") {
    const { count } = text.common;
    const words = text.health.progress(count(scan.scanned), count(Math.max(total, scan.scanned)));
    return (
      <div className="max-w-248 px-4 pb-2">
        <ProgressBar label={text.health.checking} done={scan.scanned} total={total} valueText={words} />
      </div>
    );
  }
  if (found === 0) return null;
  return (
    <div className="flex max-w-248 items-center gap-2 px-4 text-sm text-ink-faint">
      <span role="status" className="flex-1">
        {text.health.found(found)}
      </span>
      <Button variant="quiet" size="small" icon={RotateCw} onClick={scan.restart}>
        {text.health.again}
      </Button>
    </div>
  );
}

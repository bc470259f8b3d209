import { CheckCircle2, FilePen, Unplug } from "lucide-react";
import type { ConnectionPreview, KnownClient } from "../../../../electron/window-api/contract.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { useNoteText } from "../../../ui/note-text.ts";
import { WrittenFile } from "../../../ui/plan-preview.tsx";
import { InlineError } from "../../../ui/states.tsx";
import { ShownPlan, usePlan } from "./plan.tsx";

interface WriteFileProps {
  readonly client: KnownClient;
  readonly transport: "http" | "stdio";
  readonly scope: "user" | "project";
  /** The project's folder; null for the user's file. */
  readonly project: string | null;
}

/** Adds our entry to a client's file or removes it, after showing the difference. */
export function WriteFile({ client, transport, scope, project }: WriteFileProps) {
  const { common } = useText();
  const text = useText().clients.write;
  const { state, error, isBusy, show, write, close } = usePlan("connections.applyPlan");
  const choice = { clientId: client.id, scope, project: project ?? undefined };
  const isConnected = scope === "user" && client.state === "connected";
  const isMissing = project === "";
  if (state.kind === "written") return <Written previews={state.previews} onAgain={close} />;

  const connect = () =>
    show(async (bridge) => [await bridge.invoke("connections.planConnect", { ...choice, transport })]);
  const disconnect = () => show(async (bridge) => [await bridge.invoke("connections.planDisconnect", choice)]);
  if (state.kind === "shown") {
    const [preview] = state.previews;
    const removes = preview?.action === "disconnect";
    const changes = preview !== undefined && preview.difference.length > 0;
    return (
      <ShownPlan
        className="mt-4"
        previews={state.previews}
        action={changes ? (removes ? common.remove : text.write) : null}
        isDanger={removes}
        isBusy={isBusy}
        onApply={() => void write(state.previews)}
        onCancel={close}
      />
    );
  }
  return (
    <div className="mt-4">
      {isConnected && (
        <p className="mb-2 flex items-center gap-1.5 text-good-text">
          <CheckCircle2 size={14} aria-hidden />
          {text.connected(client.title)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant={isConnected ? "secondary" : "primary"}
          icon={FilePen}
          disabled={isBusy || isMissing}
          onClick={() => void connect()}
        >
          {isConnected ? text.writeAgain : text.writeForMe}
        </Button>
        {(isConnected || scope === "project") && (
          <Button icon={Unplug} disabled={isBusy || isMissing} onClick={() => void disconnect()}>
            {text.disconnect}
          </Button>
        )}
      </div>
      {!isConnected && <p className="mt-1.5 text-sm text-ink-faint">{text.promise}</p>}
      <InlineError error={error} className="mt-2" />
    </div>
  );
}

interface WrittenProps {
  readonly previews: readonly ConnectionPreview[];
  readonly onAgain: () => void;
}

function Written({ previews, onAgain }: WrittenProps) {
  const { common } = useText();
  const noteText = useNoteText();
  return (
    <div className="mt-4" role="status">
      {previews.map((preview) => (
        <div key={preview.id}>
          <WrittenFile file={preview} removed={preview.action === "disconnect"} />
          {preview.action === "connect" && <p className="mt-1 text-ink-soft">{noteText(preview.nextStep)}</p>}
        </div>
      ))}
      <Button size="small" variant="quiet" className="mt-1.5 -ml-2" onClick={onAgain} autoFocus>
        {common.done}
      </Button>
    </div>
  );
}

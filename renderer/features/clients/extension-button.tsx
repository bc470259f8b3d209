import { Package } from "lucide-react";
import type { ExtensionBundle } from "../../../electron/ipc/contract.ts";
import { useBridgeMutation } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { saveFile } from "../../ui/save-file.ts";

/** Saves the bundle that Claude Desktop installs with a double click, and says what to do with it. */
export function ExtensionButton() {
  const text = useText().clients.extension;
  const bundle = useBridgeMutation("connections.extension", {
    onSuccess: ({ name, content }: ExtensionBundle) => saveFile(new Blob([bytesOf(content)]), name),
  });
  return (
    <div className="mt-3">
      <Button icon={Package} disabled={bundle.isPending} onClick={() => bundle.mutate({})}>
        {text.save}
      </Button>
      <p role="status" className="mt-1.5 text-sm text-ink-faint">
        {bundle.isSuccess ? text.saved : text.hint}
      </p>
      {bundle.isError && (
        <div className="mt-2">
          <ErrorState error={bundle.error} inline />
        </div>
      )}
    </div>
  );
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

import { File } from "lucide-react";
import { useState } from "react";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";

/** Adds the export archive of a ChatGPT or Claude account, which can be in any folder. */
export function AddArchive() {
  const words = useText().conversations.archive;
  const { host } = useBridge();
  const [path, setPath] = useState("");
  const add = useBridgeMutation("conversations.addArchive", { onSuccess: () => setPath("") });
  const choose = useBridgeMutation("app.chooseFile", {
    onSuccess: (chosen) => {
      if (chosen !== null) setPath(chosen);
    },
  });
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() !== "") add.mutate({ path: path.trim() });
      }}
    >
      <div className="flex items-start gap-2 max-[620px]:flex-wrap">
        <Field label={words.label} hint={words.hint} className="min-w-50 flex-1">
          <TextInput
            value={path}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
            onChange={(event) => setPath(event.currentTarget.value)}
          />
        </Field>
        <div className="mt-5.5 flex gap-2 max-[620px]:mt-0">
          {host === "desktop" && (
            <Button icon={File} disabled={choose.isPending} onClick={() => choose.mutate({})}>
              {words.choose}
            </Button>
          )}
          <Button type="submit" disabled={add.isPending || path.trim() === ""}>
            {words.add}
          </Button>
        </div>
      </div>
      {add.isError && (
        <div className="mt-2">
          <ErrorState error={add.error} inline />
        </div>
      )}
    </form>
  );
}

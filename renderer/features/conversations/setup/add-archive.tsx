import { useState } from "react";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { errorSentence } from "../../../ui/error-state.tsx";
import { PathField } from "../../../ui/path-field.tsx";
import { useConversationRoute } from "../use-conversation-route.ts";

/** Adds the export archive of a ChatGPT or Claude account, which can be in any folder. */
export function AddArchive() {
  const text = useText();
  const words = text.conversations.archive;
  const [path, setPath] = useState("");
  const { isSetup, openSetup } = useConversationRoute();
  const add = useBridgeMutation("conversations.addArchive", {
    onSuccess() {
      setPath("");
      // The list does not replace this page when the first archive was added.
      if (!isSetup) openSetup({ replace: true });
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
      <PathField
        label={words.label}
        hint={words.hint}
        error={add.isError ? errorSentence(add.error, text) : null}
        value={path}
        choose={{ file: words.choose }}
        onChange={setPath}
      >
        <Button type="submit" disabled={add.isPending || path.trim() === ""}>
          {text.common.add}
        </Button>
      </PathField>
    </form>
  );
}

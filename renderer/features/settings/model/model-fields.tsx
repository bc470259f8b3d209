import { FolderOpen } from "lucide-react";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import type { ModelDraft } from "./proposed-model.ts";

interface ModelFieldsProps {
  readonly draft: ModelDraft;
  readonly onChange: (draft: ModelDraft) => void;
}

/** What has to be known of a model of this kind. */
export function ModelFields({ draft, onChange }: ModelFieldsProps) {
  const text = useText().settings.model;
  switch (draft.kind) {
    case "folder":
      return <FolderOfModel folder={draft.folder} onChange={(folder) => onChange({ ...draft, folder })} />;
    case "ollama":
      return <Server server={draft.ollama} onChange={(ollama) => onChange({ ...draft, ollama })} />;
    case "openai": {
      const { openai } = draft;
      return (
        <>
          <Server server={openai} onChange={(server) => onChange({ ...draft, openai: { ...openai, ...server } })} />
          <Field label={text.key} hint={text.keyHint}>
            <TextInput
              type="password"
              autoComplete="off"
              value={openai.apiKey}
              onChange={(event) => onChange({ ...draft, openai: { ...openai, apiKey: event.currentTarget.value } })}
            />
          </Field>
        </>
      );
    }
    default:
      return null;
  }
}

interface ServerProps {
  readonly server: { readonly url: string; readonly model: string };
  readonly onChange: (server: { url: string; model: string }) => void;
}

function Server({ server: { url, model }, onChange }: ServerProps) {
  const text = useText().settings.model;
  return (
    <div className="grid grid-cols-2 gap-3 max-[620px]:grid-cols-1">
      <Field label={text.address}>
        <TextInput
          type="url"
          spellCheck={false}
          autoComplete="off"
          placeholder="http://127.0.0.1:8080/v1"
          value={url}
          onChange={(event) => onChange({ url: event.currentTarget.value, model })}
        />
      </Field>
      <Field label={text.name}>
        <TextInput
          spellCheck={false}
          autoComplete="off"
          value={model}
          onChange={(event) => onChange({ url, model: event.currentTarget.value })}
        />
      </Field>
    </div>
  );
}

interface FolderOfModelProps {
  readonly folder: string;
  readonly onChange: (folder: string) => void;
}

function FolderOfModel({ folder, onChange }: FolderOfModelProps) {
  const text = useText().settings.model;
  const { host } = useBridge();
  const choose = useBridgeMutation("app.chooseFolder", {
    onSuccess: (chosen) => {
      if (chosen !== null) onChange(chosen);
    },
  });
  return (
    <>
      <div className="flex items-end gap-2">
        <Field label={text.folder} className="flex-1">
          <TextInput
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
            value={folder}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </Field>
        {host === "desktop" && (
          <Button icon={FolderOpen} disabled={choose.isPending} onClick={() => choose.mutate({})}>
            {text.browse}
          </Button>
        )}
      </div>
      {choose.isError && <ErrorState inline error={choose.error} />}
    </>
  );
}

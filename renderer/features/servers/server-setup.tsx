import { useState } from "react";
import type { ServerSummary } from "../../../electron/core/servers.ts";
import { useBridgeMutation } from "../../data/use-bridge.tsx";
import { useSecretPlace } from "../../data/use-secret-place.ts";
import { useUndoable } from "../../data/use-undoable.ts";
import { useText } from "../../text/use-text.ts";
import { Button, CopyButton } from "../../ui/button.tsx";
import { SwitchField } from "../../ui/choice.tsx";
import { Form, TextField } from "../../ui/field.tsx";
import { Fact } from "../../ui/pane.tsx";
import { InlineError } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";

/** How a server is started or reached, and its secrets. */
export function ServerSetup({ server }: { readonly server: ServerSummary }) {
  const { common } = useText();
  const text = useText().servers.setup;
  const { transport } = server;
  const isProgram = transport.kind === "stdio";
  const place = isProgram ? [transport.command, ...transport.args].map(quoted).join(" ") : transport.url;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5" data-selectable>
        <Fact name={isProgram ? text.command : common.address}>
          <code className="font-mono text-sm wrap-anywhere">{place}</code>
        </Fact>
        {isProgram && <Fact name={common.folder}>{transport.cwd ?? text.home}</Fact>}
        <Fact name={isProgram ? text.variables : text.headers}>
          <Values values={isProgram ? transport.env : transport.headers} />
        </Fact>
        {isProgram && transport.inherit.length > 0 && <Fact name={text.inherited}>{transport.inherit.join(", ")}</Fact>}
      </dl>
      <CopyButton size="small" variant="quiet" className="mt-1.5 -ml-2" value={place} />
      <MemoryHints server={server} />
      <Secrets server={server} />
    </>
  );
}

function Values({ values }: { readonly values: Readonly<Record<string, string>> }) {
  const text = useText().servers.setup;
  const entries = Object.entries(values);
  if (entries.length === 0) return text.none;
  return (
    <ul className="font-mono text-sm">
      {entries.map(([name, value]) => (
        <li key={name} className="wrap-anywhere">
          {name}={value}
        </li>
      ))}
    </ul>
  );
}

/** Whether clients see memories about the server. */
function MemoryHints({ server: { id, name, memoryHints } }: { readonly server: ServerSummary }) {
  const { common, servers } = useText();
  const text = servers.setup;
  const set = useUndoable("servers.setMemoryHints", {
    refreshes: ["servers.list"],
    done: ({ enabled }) => common.switched(`${name}, ${text.memory}`, enabled),
    inverse: (input) => ({ ...input, enabled: !input.enabled }),
    showsError: true,
  });
  return (
    <div className="mt-5">
      <SwitchField
        label={text.memory}
        hint={text.memoryHint}
        checked={memoryHints}
        disabled={set.isPending}
        onChange={(enabled) => set.mutate({ id, enabled })}
      />
      <InlineError error={set.error} className="mt-2" />
    </div>
  );
}

/** The names of the secrets. Their values can be set but not read. */
function Secrets({ server: { id, secretNames } }: { readonly server: ServerSummary }) {
  const { common } = useText();
  const text = useText().servers.setup;
  const toast = useToast();
  const place = useSecretPlace();
  const [name, setName] = useState("");
  const save = useBridgeMutation("servers.setSecrets", {
    refreshes: ["servers.list"],
    onSuccess: (_, { values }) => void toast.show(text.saved(Object.keys(values).join(", "))),
  });
  const set = (secret: string, value: string, onSaved?: () => void) =>
    save.mutate({ id, values: { [secret]: value } }, { onSuccess: onSaved });
  return (
    <section aria-label={text.secrets} className="mt-5">
      <h3 className="font-medium">{text.secrets}</h3>
      <p className="text-sm text-ink-faint">
        {common.sentences(...(place === null ? [] : [text.secretsHint[place]]), text.secretsUse)}
      </p>
      {secretNames.length === 0 && <p className="mt-1.5 text-ink-soft">{text.noSecrets}</p>}
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {secretNames.map((secret) => (
          <li key={secret} className="flex items-center gap-2">
            <code className="w-2/5 truncate font-mono text-sm">{secret}</code>
            <ValueForm
              label={text.newValue(secret)}
              action={text.set}
              disabled={save.isPending}
              onSubmit={(value, done) => set(secret, value, done)}
            />
          </li>
        ))}
        <li className="flex items-center gap-2">
          <TextField
            label={text.addName}
            hideLabel
            className="w-2/5"
            value={name}
            placeholder={text.addName}
            code
            onChange={setName}
          />
          <ValueForm
            label={text.addValue}
            action={common.add}
            disabled={save.isPending || name.trim() === ""}
            onSubmit={(value, done) =>
              set(name.trim(), value, () => {
                setName("");
                done();
              })
            }
          />
        </li>
      </ul>
      <InlineError error={save.error} className="mt-2" />
    </section>
  );
}

interface ValueFormProps {
  readonly label: string;
  readonly action: string;
  readonly disabled: boolean;
  readonly onSubmit: (value: string, onSaved: () => void) => void;
}

function ValueForm({ label, action, disabled, onSubmit }: ValueFormProps) {
  const [value, setValue] = useState("");
  return (
    <Form
      className="flex min-w-0 flex-1 items-center gap-2"
      onSubmit={() => value !== "" && !disabled && onSubmit(value, () => setValue(""))}
    >
      <TextField
        label={label}
        hideLabel
        className="flex-1"
        type="password"
        value={value}
        placeholder={label}
        onChange={setValue}
      />
      <Button type="submit" disabled={disabled || value === ""}>
        {action}
      </Button>
    </Form>
  );
}

/** A word of a command line, in quotation marks if it needs them. */
function quoted(word: string): string {
  return /^[\w@%+=:,./\\~-]+$/.test(word) ? word : `"${word.replaceAll(/(["\\])/g, "\\$1")}"`;
}

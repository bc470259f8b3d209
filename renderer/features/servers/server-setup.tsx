import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ServerSummary } from "../../../electron/core/servers.ts";
import { useBridgeMutation } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { useToast } from "../../ui/toast.tsx";

/** How a server is started or reached, and its secrets. */
export function ServerSetup({ server }: { readonly server: ServerSummary }) {
  const text = useText().servers.setup;
  const { transport } = server;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {transport.kind === "stdio" ? (
          <>
            <Entry name={text.command}>
              <code className="font-mono text-sm wrap-anywhere">
                {[transport.command, ...transport.args].map(quoted).join(" ")}
              </code>
            </Entry>
            <Entry name={text.folder}>{transport.cwd ?? text.home}</Entry>
            <Entry name={text.variables}>
              <Values values={transport.env} />
            </Entry>
            {transport.inherit.length > 0 && <Entry name={text.inherited}>{transport.inherit.join(", ")}</Entry>}
          </>
        ) : (
          <>
            <Entry name={text.address}>
              <code className="font-mono text-sm wrap-anywhere">{transport.url}</code>
            </Entry>
            <Entry name={text.headers}>
              <Values values={transport.headers} />
            </Entry>
          </>
        )}
      </dl>
      <CopyButton
        size="small"
        variant="quiet"
        className="mt-1.5 -ml-2"
        value={
          transport.kind === "stdio" ? [transport.command, ...transport.args].map(quoted).join(" ") : transport.url
        }
      />
      <MemoryHints server={server} />
      <Secrets server={server} />
    </>
  );
}

function Entry({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-faint">{name}</dt>
      <dd className="min-w-0" data-selectable>
        {children}
      </dd>
    </div>
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

/** Whether clients read what memory has about the server. */
function MemoryHints({ server: { id, memoryHints } }: { readonly server: ServerSummary }) {
  const text = useText().servers.setup;
  const cache = useQueryClient();
  const set = useBridgeMutation("servers.setMemoryHints", {
    onSuccess: () => cache.invalidateQueries({ queryKey: ["servers.list"] }),
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
      {set.isError && (
        <div className="mt-2">
          <ErrorState error={set.error} inline />
        </div>
      )}
    </div>
  );
}

/** The names of the secrets. A value can be set, and never read. */
function Secrets({ server: { id, secretNames } }: { readonly server: ServerSummary }) {
  const text = useText().servers.setup;
  const toast = useToast();
  const cache = useQueryClient();
  const [name, setName] = useState("");
  const save = useBridgeMutation("servers.setSecrets", {
    onSuccess: (_, { values }) => {
      toast.show({ message: text.saved(Object.keys(values).join(", ")) });
      void cache.invalidateQueries({ queryKey: ["servers.list"] });
    },
  });
  const set = (secret: string, value: string, onSaved?: () => void) =>
    save.mutate({ id, values: { [secret]: value } }, { onSuccess: onSaved });
  return (
    <section aria-label={text.secrets} className="mt-5">
      <h3 className="font-medium">{text.secrets}</h3>
      <p className="text-sm text-ink-faint">{text.secretsHint}</p>
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
          <Field label={text.addName} hideLabel className="w-2/5">
            <TextInput
              value={name}
              placeholder={text.addName}
              className="font-mono text-sm"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <ValueForm
            label={text.addValue}
            action={text.add}
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
      {save.isError && (
        <div className="mt-2">
          <ErrorState error={save.error} inline />
        </div>
      )}
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
    <form
      className="flex min-w-0 flex-1 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== "" && !disabled) onSubmit(value, () => setValue(""));
      }}
    >
      <Field label={label} hideLabel className="flex-1">
        <TextInput
          type="password"
          value={value}
          placeholder={label}
          autoComplete="new-password"
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Button type="submit" disabled={disabled || value === ""}>
        {action}
      </Button>
    </form>
  );
}

/** A word of a command line, in quotation marks where it needs them. */
function quoted(word: string): string {
  return /^[\w@%+=:,./\\~-]+$/.test(word) ? word : `"${word.replaceAll(/(["\\])/g, "\\$1")}"`;
}

import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { REMOTE_ACCESS, type RemoteDomainSummary } from "../../../electron/core/remote-domains.ts";
import { BridgeError } from "../../bridge.ts";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingGroup } from "../../ui/setting.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { useUndo } from "../../ui/undo.tsx";

/** The domains that stay in a database, their states, and a form that adds one. */
export function RemoteDomainSettings() {
  const { common, remoteDomains: text } = useText();
  const domains = useBridgeQuery("remoteDomains.list", {});
  const { data } = domains;
  return (
    <SettingGroup title={common.remoteDomains}>
      <p className="text-sm text-ink-faint">{text.hint}</p>
      {domains.isError && <ErrorState inline error={domains.error} onRetry={() => void domains.refetch()} />}
      {domains.isPending && <Skeleton shape="lines" rows={1} />}
      {data?.length === 0 && <p className="text-ink-soft">{text.none}</p>}
      {data !== undefined && data.length > 0 && (
        <ul aria-label={common.remoteDomains} className="flex flex-col divide-y divide-line">
          {data.map((remote) => (
            <RemoteDomainRow key={remote.domain} remote={remote} />
          ))}
        </ul>
      )}
      <AddRemoteDomain />
    </SettingGroup>
  );
}

interface RemoteDomainRowProps {
  readonly remote: RemoteDomainSummary;
}

function RemoteDomainRow({ remote }: RemoteDomainRowProps) {
  const { common, remoteDomains: text } = useText();
  const undo = useUndo();
  const client = useQueryClient();
  const { domain, address, access, state, error, memories, vectors, localMemories, isWritable } = remote;
  const setAccess = useBridgeMutation("remoteDomains.setAccess");
  // A failure is in the summary, until the database can be reached.
  const check = useBridgeMutation("remoteDomains.status", {
    onSettled: () => client.invalidateQueries({ queryKey: ["remoteDomains.list"] }),
  });
  const restore = useBridgeMutation("remoteDomains.restore");
  const remove = useBridgeMutation("remoteDomains.remove", {
    onSuccess: () => undo.offer(text.removed(domain), () => restore.mutateAsync({ domain })),
  });
  const facts = [
    text.states[state],
    ...(memories === null ? [] : [text.memories(memories)]),
    ...(localMemories === 0 ? [] : [text.localMemories(localMemories)]),
    ...(vectors === null ? [] : [text.vectors[vectors]]),
    ...(access === "write" && isWritable === false ? [text.loginReadsOnly] : []),
  ];
  const failure = setAccess.error ?? remove.error ?? (error === null ? null : new BridgeError(error));
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium" data-selectable>
          {domain}
        </span>
        <Select
          label={text.accessOf(domain)}
          options={REMOTE_ACCESS.map((value) => ({ value, label: text.access[value] }))}
          value={access}
          onChange={(next) => setAccess.mutate({ domain, access: next })}
        />
        <Button
          size="small"
          disabled={check.isPending}
          aria-label={text.checkOf(domain)}
          onClick={() => check.mutate({ domain })}
        >
          {common.checkNow}
        </Button>
        <IconButton icon={X} label={text.remove(domain)} onClick={() => remove.mutate({ domain })} />
      </div>
      <p className="text-sm text-ink-soft">{facts.join(" · ")}</p>
      <p className="text-sm break-all text-ink-faint" data-selectable>
        {address}
      </p>
      {failure !== null && <ErrorState inline error={failure} />}
    </li>
  );
}

const EMPTY = { domain: "", address: "", password: "" };

function AddRemoteDomain() {
  const { common, remoteDomains: text } = useText();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(EMPTY);
  const add = useBridgeMutation("remoteDomains.add", {
    onSuccess() {
      setTyped(EMPTY);
      setOpen(false);
    },
  });
  const isComplete = typed.domain.trim() !== "" && typed.address.trim() !== "";
  const field = (name: keyof typeof EMPTY) => ({
    value: typed[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = currentTarget;
      setTyped((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <Disclosure summary={text.add} open={isOpen} onToggle={setOpen}>
      <form
        className="flex flex-col gap-3 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          const { domain, address, password } = typed;
          if (isComplete) add.mutate({ domain, address, ...(password === "" ? {} : { password }) });
        }}
      >
        <Field label={common.domain}>
          <TextInput {...field("domain")} placeholder={text.domainPlaceholder} maxLength={200} />
        </Field>
        <Field label={common.address} hint={text.addressHint}>
          <TextInput {...field("address")} placeholder={text.addressPlaceholder} maxLength={2048} spellCheck={false} />
        </Field>
        <Field label={common.password} hint={text.passwordHint}>
          <TextInput {...field("password")} type="password" autoComplete="off" maxLength={1024} />
        </Field>
        <div>
          <Button type="submit" variant="primary" disabled={!isComplete || add.isPending}>
            {text.submit}
          </Button>
        </div>
        {add.isError && <ErrorState inline error={add.error} />}
      </form>
    </Disclosure>
  );
}

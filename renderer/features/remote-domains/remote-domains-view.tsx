import { X } from "lucide-react";
import { useState } from "react";
import { REMOTE_ACCESS, type RemoteDomainSummary } from "../../../electron/core/remote-domains.ts";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useSecretPlace } from "../../data/use-secret-place.ts";
import { useUndoable } from "../../data/use-undoable.ts";
import { useText } from "../../text/use-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Form, TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Select } from "../../ui/select.tsx";
import { InlineError, Loaded } from "../../ui/states.tsx";
import { useUndo } from "../../ui/undo.tsx";

/** All projects › Remote domains: the domains that stay in a database, their states, and a form that adds one. */
export function RemoteDomainsView() {
  const { frame, remoteDomains: text } = useText();
  const domains = useBridgeQuery("remoteDomains.list", {});
  return (
    <Page title={frame.remoteDomains} hint={text.hint}>
      <Loaded query={domains} inline shape="lines" rows={1}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-ink-soft">{text.none}</p>
          ) : (
            <ul aria-label={frame.remoteDomains} className="flex flex-col divide-y divide-line">
              {all.map((remote) => (
                <RemoteDomainRow key={remote.domain} remote={remote} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddRemoteDomain />
    </Page>
  );
}

function RemoteDomainRow({ remote }: { readonly remote: RemoteDomainSummary }) {
  const { common, remoteDomains: text } = useText();
  const undo = useUndo();
  const { domain, address, access, state, error, memories, vectors, localMemories, isWritable } = remote;
  const setAccess = useUndoable("remoteDomains.setAccess", {
    done: () => common.changed(text.accessOf(domain)),
    inverse: (input) => ({ ...input, access }),
    showsError: true,
  });
  // A failure is in the summary, until the database can be reached.
  const check = useBridgeMutation("remoteDomains.status", { refreshes: ["remoteDomains.list"] });
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
      <InlineError error={setAccess.error ?? remove.error ?? error} />
    </li>
  );
}

const EMPTY = { domain: "", address: "", password: "" };

function AddRemoteDomain() {
  const { common, remoteDomains: text } = useText();
  const place = useSecretPlace();
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
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  });
  return (
    <Disclosure summary={text.add} open={isOpen} onToggle={setOpen}>
      <Form
        className="flex flex-col gap-3 pt-2"
        onSubmit={() => {
          const { domain, address, password } = typed;
          if (isComplete) add.mutate({ domain, address, ...(password === "" ? {} : { password }) });
        }}
      >
        <TextField label={common.domain} placeholder={text.domainPlaceholder} maxLength={200} {...field("domain")} />
        <TextField
          label={common.address}
          hint={text.addressHint}
          placeholder={text.addressPlaceholder}
          maxLength={2048}
          spellCheck={false}
          {...field("address")}
        />
        <TextField
          label={common.password}
          hint={place === null ? undefined : common.storedSecret[place]}
          type="password"
          autoComplete="off"
          maxLength={1024}
          {...field("password")}
        />
        <div>
          <Button type="submit" variant="primary" disabled={!isComplete || add.isPending}>
            {text.submit}
          </Button>
        </div>
        <InlineError error={add.error} />
      </Form>
    </Disclosure>
  );
}

import { useState } from "react";
import type { Settings } from "../../../electron/window-api/contract.ts";
import { useBridge, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, CopyButton } from "../../ui/button.tsx";
import { Field, Form, TextInput } from "../../ui/field.tsx";
import { Code } from "../../ui/inline-text.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { errorSentence } from "../../ui/states.tsx";
import { useSettings } from "./use-settings.ts";

/** Ports below need administrator rights (IANA system ports). */
const MIN_PORT = 1_024;
const MAX_PORT = 65_535;

/** The port and the address that clients connect to. */
export function PortSettings({ settings }: { readonly settings: Settings }) {
  const words = useText();
  const text = words.settings;
  const { navigate } = useNavigation();
  const { host } = useBridge();
  const status = useBridgeQuery("app.status", {});
  const { update } = useSettings();
  const [typed, setTyped] = useState<string | null>(null);
  const [checked, setChecked] = useState(false);
  const value = typed ?? String(settings.port);
  const input = readPort(value);
  const changed = !("port" in input) || input.port !== settings.port;

  const failure = update.isError ? errorSentence(update.error, words) : null;
  const problem = {
    blank: text.port.blank,
    "not-a-number": text.port.notANumber,
    "out-of-range": text.port.outOfRange(MIN_PORT, MAX_PORT),
  };
  const error = checked && "problem" in input ? problem[input.problem] : failure;

  const servedPort = status.data?.port;
  const moved = update.isSuccess && update.variables?.port !== undefined;
  const notice =
    settings.restartNeeded && servedPort !== undefined
      ? text.port.restart(settings.port, servedPort)
      : moved
        ? text.port.moved(settings.port)
        : null;

  const save = () => {
    setChecked(true);
    if ("port" in input && changed) update.mutate({ port: input.port }, { onSuccess: () => setTyped(null) });
  };

  return (
    <SettingGroup title={text.connection}>
      <Setting name={text.port.label}>
        <Form onSubmit={save} noValidate className="w-full">
          <Field label={text.port.label} hideLabel error={error} hint={text.port.hint[host]}>
            <div className="flex items-center gap-2">
              <TextInput
                inputMode="numeric"
                autoComplete="off"
                value={value}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setChecked(false);
                  update.reset();
                }}
                className="max-w-24"
              />
              <Button type="submit" disabled={!changed || update.isPending}>
                {text.port.save}
              </Button>
            </div>
          </Field>
        </Form>
      </Setting>
      {notice !== null && (
        <div role="status" className="flex items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
          <span className="flex-1">{notice}</span>
          <Button size="small" onClick={() => navigate({ place: "clients", path: ["connect"] })}>
            {text.port.copyConfigurations}
          </Button>
        </div>
      )}
      {status.data !== undefined && (
        <Setting name={words.common.address}>
          <Code>{status.data.url}</Code>
          <CopyButton size="small" variant="quiet" value={status.data.url} label={words.common.copyAddress} />
        </Setting>
      )}
    </SettingGroup>
  );
}

type PortInput = { readonly port: number } | { readonly problem: "blank" | "not-a-number" | "out-of-range" };

/** Parses a typed port. */
export function readPort(text: string): PortInput {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "blank" };
  if (!/^\d+$/.test(trimmed)) return { problem: "not-a-number" };
  const port = Number(trimmed);
  return port < MIN_PORT || port > MAX_PORT ? { problem: "out-of-range" } : { port };
}

import { useEffect, useEffectEvent, useState } from "react";
import { useBridgeMutation } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { CopyButton } from "../../../ui/button.tsx";
import { CheckField, Segmented } from "../../../ui/choice.tsx";
import { TextField } from "../../../ui/field.tsx";
import { optionsOf } from "../../../ui/select.tsx";
import { InlineError } from "../../../ui/states.tsx";

interface PassphraseChoiceProps {
  readonly value: string;
  readonly isStored: boolean;
  readonly error: string | null;
  readonly disabled?: boolean;
  readonly onChange: (value: string, isStored: boolean) => void;
}

/** A passphrase of several words, shown once, or the person's own; and the confirmation that it is stored. */
export function PassphraseChoice({ value, isStored, error, disabled = false, onChange }: PassphraseChoiceProps) {
  const text = useText();
  const words = text.spaces.form;
  const [kind, setKind] = useState<"generate" | "own">("generate");
  const generate = useBridgeMutation("spaces.newPassphrase");
  const request = () => generate.mutate({}, { onSuccess: ({ passphrase }) => onChange(passphrase, false) });
  const start = useEffectEvent(() => value === "" && request());
  useEffect(() => void start(), []);
  const choose = (next: "generate" | "own") => {
    setKind(next);
    onChange("", false);
    // A passphrase that arrives later does not replace the person's own.
    generate.reset();
    if (next === "generate") request();
  };
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken px-3 py-2.5 forced-colors:border">
      <div>
        <Segmented
          label={words.passphrase}
          value={kind}
          disabled={disabled}
          options={optionsOf({ generate: words.generate, own: words.own })}
          onChange={choose}
        />
      </div>
      {kind === "generate" ? (
        <div>
          <p className="text-sm text-ink-soft">{words.shown}</p>
          <div className="mt-1 flex flex-wrap items-center gap-2">
            {value === "" ? (
              generate.isError ? (
                <InlineError error={generate.error} onRetry={request} />
              ) : (
                <span role="status">{words.making}</span>
              )
            ) : (
              <>
                <code className="min-w-0 flex-1 font-mono wrap-anywhere" data-selectable>
                  {value}
                </code>
                <CopyButton size="small" value={value} />
              </>
            )}
          </div>
          {error !== null && (
            <p role="alert" className="mt-1 text-sm text-bad-text">
              {error}
            </p>
          )}
        </div>
      ) : (
        <TextField
          label={words.passphrase}
          hint={words.ownHint}
          error={error}
          value={value}
          spellCheck={false}
          inputClassName="font-mono"
          disabled={disabled}
          onChange={(next) => onChange(next, false)}
        />
      )}
      <p className="text-warn-text">{words.store}</p>
      <CheckField checked={isStored} disabled={disabled || value === ""} onChange={(next) => onChange(value, next)}>
        {words.stored}
      </CheckField>
    </div>
  );
}

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { BridgeError } from "../../../bridge.ts";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { Choice } from "../access/choice.tsx";
import { LimitFields, type Limits } from "../access/limit-fields.tsx";
import { endOfTerm, USUAL_TERM } from "../expiry/expiry.ts";
import { ExpiryField } from "../expiry/expiry-field.tsx";
import { Pane } from "../pane.tsx";
import { useNow } from "../use-now.ts";
import { IssuedTokenBlock } from "./issued-token-block.tsx";

interface NewTokenPaneProps {
  readonly onOpenAccess: (subject: string) => void;
  readonly onClose: () => void;
}

/** A token for a script or any other program: named by the owner, limited from the start, shown once. */
export function NewTokenPane({ onOpenAccess, onClose }: NewTokenPaneProps) {
  const text = useText().clients;
  const now = useNow();
  const [name, setName] = useState("");
  const [readOnly, setReadOnly] = useState(false);
  const [limits, setLimits] = useState<Limits>({ domains: null, namespaces: null });
  const [expiresAt, setExpiresAt] = useState(() => endOfTerm(USUAL_TERM, Date.now()));
  const create = useBridgeMutation("clients.createToken");
  const { error } = create;
  const nameError =
    error instanceof BridgeError && (error.field === "name" || error.field === "subject") ? error : null;

  if (create.data !== undefined) {
    const { grant, token } = create.data;
    return (
      <Pane title={text.tokens.title} onClose={onClose}>
        <p className="font-medium">{grant.subject}</p>
        <IssuedTokenBlock token={token} />
        <div className="mt-4 flex gap-2">
          <Button onClick={() => onOpenAccess(grant.subject)}>{text.access.open(grant.subject)}</Button>
          <Button variant="quiet" onClick={onClose}>
            {text.write.done}
          </Button>
        </div>
      </Pane>
    );
  }
  return (
    <Pane title={text.tokens.title} onClose={onClose}>
      <p className="text-ink-soft">{text.tokens.what}</p>
      <form
        id="new-token"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({
            name: name.trim(),
            access: readOnly ? "read" : "write",
            domains: limits.domains === null ? null : [...limits.domains],
            namespaces: limits.namespaces === null ? null : [...limits.namespaces],
            expiresAt,
          });
        }}
      >
        <Field
          label={text.tokens.name}
          hint={text.tokens.nameHint}
          error={nameError === null ? null : [nameError.message, nameError.hint].filter(Boolean).join(" ")}
          className="mt-3"
        >
          <TextInput
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <h3 className="mt-4 mb-1 font-medium">{text.expiry.label}</h3>
        <ExpiryField value={expiresAt} initial={USUAL_TERM} now={now} onChange={setExpiresAt} />
      </form>
      <div className="mt-4">
        <Choice
          label={text.access.readOnly}
          hint={text.access.readOnlyHint}
          checked={readOnly}
          onChange={setReadOnly}
        />
      </div>
      <LimitFields limits={limits} disabled={false} onChange={(changes) => setLimits({ ...limits, ...changes })} />
      {error !== null && nameError === null && (
        <div className="mt-3">
          <ErrorState error={error} inline />
        </div>
      )}
      <div className="mt-5">
        <Button
          type="submit"
          form="new-token"
          variant="primary"
          icon={KeyRound}
          disabled={create.isPending || name.trim() === ""}
        >
          {text.tokens.create}
        </Button>
      </div>
    </Pane>
  );
}

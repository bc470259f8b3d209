import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { AccessLevel } from "../../../../electron/core/caller.ts";
import { BridgeError } from "../../../bridge.ts";
import { useBridgeMutation } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Form, TextField } from "../../../ui/field.tsx";
import { Pane } from "../../../ui/pane.tsx";
import { errorSentence, InlineError } from "../../../ui/states.tsx";
import { useNow } from "../../../ui/time.tsx";
import { endOfTerm, USUAL_TERM } from "./expiry.ts";
import { ExpiryField } from "./expiry-field.tsx";
import { AccessField, LimitFields, type Limits } from "./grant-fields.tsx";
import { IssuedToken } from "./issued-token.tsx";

interface NewTokenPaneProps {
  readonly onOpenAccess: (subject: string) => void;
  readonly onClose: () => void;
}

/** Creates a token for a script or another program, with a name, limits and an expiry. */
export function NewTokenPane({ onOpenAccess, onClose }: NewTokenPaneProps) {
  const words = useText();
  const text = words.clients;
  const now = useNow();
  const [name, setName] = useState("");
  const [access, setAccess] = useState<AccessLevel>("write");
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
        <IssuedToken token={token} />
        <div className="mt-4 flex gap-2">
          <Button onClick={() => onOpenAccess(grant.subject)}>{text.access.open(grant.subject)}</Button>
          <Button variant="quiet" onClick={onClose}>
            {words.common.done}
          </Button>
        </div>
      </Pane>
    );
  }
  return (
    <Pane title={text.tokens.title} onClose={onClose}>
      <p className="text-ink-soft">{text.tokens.what}</p>
      <Form id="new-token" onSubmit={() => create.mutate({ name: name.trim(), access, ...limits, expiresAt })}>
        <TextField
          label={words.common.name}
          hint={text.tokens.nameHint}
          error={nameError === null ? null : errorSentence(nameError, words)}
          className="mt-3"
          value={name}
          maxLength={100}
          onChange={setName}
        />
        <h3 className="mt-4 mb-1 font-medium">{text.expiry.label}</h3>
        <ExpiryField value={expiresAt} initial={USUAL_TERM} now={now} onChange={setExpiresAt} />
      </Form>
      <div className="mt-4">
        <AccessField value={access} onChange={setAccess} />
      </div>
      <LimitFields limits={limits} disabled={false} onChange={(changes) => setLimits({ ...limits, ...changes })} />
      <InlineError error={nameError === null ? error : null} className="mt-3" />
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

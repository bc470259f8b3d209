import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { LimitField } from "./limit-field.tsx";

/** The names that limit a client; null: all. */
export interface Limits {
  readonly domains: readonly string[] | null;
  readonly namespaces: readonly string[] | null;
}

interface LimitFieldsProps {
  readonly limits: Limits;
  readonly disabled: boolean;
  readonly onChange: (limits: Partial<Limits>) => void;
}

/** The projects and kinds of knowledge that a token is limited to, with what there is as suggestions. */
export function LimitFields({ limits, disabled, onChange }: LimitFieldsProps) {
  const text = useText().clients.access;
  const facets = useBridgeQuery("memories.facets", {});
  const namespaces = useBridgeQuery("memories.namespaces", {});
  return (
    <>
      <LimitField
        label={text.domains}
        hint={text.domainsHint}
        all={text.allDomains}
        add={text.addDomain}
        allowed={limits.domains}
        choices={["user", ...(facets.data?.domains.map(({ value }) => value) ?? [])]}
        disabled={disabled}
        onChange={(domains) => onChange({ domains })}
      />
      <LimitField
        label={text.namespaces}
        hint={text.namespacesHint}
        all={text.allNamespaces}
        add={text.addNamespace}
        allowed={limits.namespaces}
        choices={namespaces.data ?? []}
        disabled={disabled}
        onChange={(allowed) => onChange({ namespaces: allowed })}
      />
    </>
  );
}

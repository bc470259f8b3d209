import type { Facets } from "../../../electron/core/ports.ts";
import { useText } from "../../text/use-text.ts";
import { Select } from "../../ui/select.tsx";

/** What the pictures are of; "" is everything. */
export interface Scope {
  readonly domain: string;
  readonly namespace: string;
}

interface ScopeFilterProps {
  readonly scope: Scope;
  readonly facets: Facets | undefined;
  readonly onScope: (scope: Scope) => void;
}

/** Chooses a domain and a namespace. */
export function ScopeFilter({ scope, facets, onScope }: ScopeFilterProps) {
  const words = useText().overview;
  const options = (all: string, chosen: string, values: readonly { readonly value: string }[] = []) => {
    const names = new Set(values.map(({ value }) => value));
    if (chosen !== "") names.add(chosen);
    return [{ value: "", label: all }, ...[...names].map((value) => ({ value, label: value }))];
  };
  return (
    <div className="flex min-w-0 gap-1">
      <Select
        variant="quiet"
        label={words.domain}
        value={scope.domain}
        options={options(words.allDomains, scope.domain, facets?.domains)}
        onChange={(domain) => onScope({ ...scope, domain })}
      />
      <Select
        variant="quiet"
        label={words.namespace}
        value={scope.namespace}
        options={options(words.allNamespaces, scope.namespace, facets?.namespaces)}
        onChange={(namespace) => onScope({ ...scope, namespace })}
      />
    </div>
  );
}

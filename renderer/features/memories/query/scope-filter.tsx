import { useMemo } from "react";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Select } from "../../../ui/select.tsx";

/** The domain and namespace that a view of memories shows; "" is all. */
interface Scope {
  readonly domain: string;
  readonly namespace: string;
}

/** The scope in the address of a view, and a function that changes it. */
export function useScope() {
  const { route, navigate } = useNavigation();
  const domain = route.query.get("domain") ?? "";
  const namespace = route.query.get("namespace") ?? "";
  return useMemo(
    () => ({
      domain,
      namespace,
      isLimited: domain !== "" || namespace !== "",
      /** Without undefined values: it also becomes part of an address. */
      filter: { ...(domain !== "" && { domain }), ...(namespace !== "" && { namespace }) },
      set(scope: Scope) {
        const query = new URLSearchParams();
        if (scope.domain !== "") query.set("domain", scope.domain);
        if (scope.namespace !== "") query.set("namespace", scope.namespace);
        navigate({ place: route.place, query }, { replace: true });
      },
    }),
    [domain, namespace, route.place, navigate],
  );
}

/** Menus for the domain and the namespace. */
export function ScopeFilter({ scope }: { readonly scope: ReturnType<typeof useScope> }) {
  const { common, timeline: words } = useText();
  const facets = useBridgeQuery("memories.facets", {}).data;
  const options = (all: string, chosen: string, values: readonly { readonly value: string }[] = []) => {
    const names = new Set(values.map(({ value }) => value));
    if (chosen !== "") names.add(chosen);
    return [{ value: "", label: all }, ...[...names].map((value) => ({ value, label: value }))];
  };
  const { domain, namespace, set } = scope;
  return (
    <div className="flex min-w-0 gap-1">
      <Select
        variant="quiet"
        label={common.domain}
        value={domain}
        options={options(words.allDomains, domain, facets?.domains)}
        onChange={(chosen) => set({ domain: chosen, namespace })}
      />
      <Select
        variant="quiet"
        label={common.namespace}
        value={namespace}
        options={options(common.allNamespaces, namespace, facets?.namespaces)}
        onChange={(chosen) => set({ domain, namespace: chosen })}
      />
    </div>
  );
}

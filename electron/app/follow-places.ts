import type { FollowedMove, PlaceFollower, PlaceKind } from "../core/places.ts";
import { projectKey } from "../core/project-name.ts";
import { TYPED_FILTERS } from "../core/typed-filters.ts";
import type { AppContext } from "./context.ts";

type Settings = Pick<AppContext["settings"], "current" | "update">;

/** The projects that the owner left out of conversations and suggestions follow their memories. */
export function followPlacesInConversations(settings: Settings): PlaceFollower {
  const lists = ["excludedProjects", "unsuggestedProjects"] as const;
  const change = (list: (typeof lists)[number], changed: readonly string[]) => {
    const { conversations } = settings.current();
    settings.update({ conversations: { ...conversations, [list]: [...new Set(changed)] } });
  };
  return {
    async follow({ kind, from, to }) {
      const isFrom = (name: string) => projectKey(name) === projectKey(from);
      const isTo = (name: string) => projectKey(name) === projectKey(to);
      const { conversations } = settings.current();
      const followed = lists.filter((list) => kind === "domain" && conversations[list].some(isFrom));
      for (const list of followed) change(list, [...conversations[list].filter((name) => !isFrom(name)), to]);
      return async () => {
        const { conversations: present } = settings.current();
        for (const list of followed) {
          const hadOther = conversations[list].some(isTo);
          change(list, [...present[list].filter((name) => hadOther || !isTo(name)), from]);
        }
      };
    },
  };
}

/** The saved views of a domain or namespace follow its memories. */
export function followPlacesInViews(settings: Settings): PlaceFollower {
  return {
    async follow(move) {
      const followed = new Map(
        settings.current().views.flatMap(({ id, address }) => {
          const next = addressAfter(address, move);
          return next === address ? [] : [[id, { address, next }] as const];
        }),
      );
      const replace = (find: (id: string, address: string) => string | undefined) => {
        const { views } = settings.current();
        if (followed.size === 0) return;
        settings.update({
          views: views.map((view) => ({ ...view, address: find(view.id, view.address) ?? view.address })),
        });
      };
      replace((id) => followed.get(id)?.next);
      // A view that was changed in the meantime stays.
      return async () =>
        replace((id, address) => (followed.get(id)?.next === address ? followed.get(id)?.address : undefined));
    },
  };
}

/** The address of a list of memories, with its filters and the filters in its search text by the new name. */
function addressAfter(address: string, { kind, from, to }: FollowedMove): string {
  const start = address.indexOf("?") + 1;
  if (start === 0) return address;
  const renamed = (value: string) => (projectKey(value) === projectKey(from) ? to : value);
  const parameters = new URLSearchParams();
  let isChanged = false;
  for (const [name, value] of new URLSearchParams(address.slice(start))) {
    const next = name === kind ? renamed(value) : name === "q" ? textAfter(value, kind, renamed) : value;
    isChanged ||= next !== value;
    if (!parameters.has(name, next)) parameters.append(name, next);
  }
  return isChanged ? `${address.slice(0, start)}${parameters}` : address;
}

function textAfter(text: string, kind: PlaceKind, renamed: (value: string) => string): string {
  return text.replace(TYPED_FILTERS[kind], (_whole, field: string, quoted?: string, plain = "") => {
    const values = quoted === undefined ? plain.split(",") : [quoted];
    const next = values.map((value: string) => {
      const name = renamed(value);
      return quoted !== undefined || /[\s,]/.test(name) ? `"${name}"` : name;
    });
    return `${field}:${next.join(",")}`;
  });
}

/** The owner's choice about secrets in a domain follows its memories, unless the other domain has a choice of its own. */
export function followPlacesInSettings(settings: Settings): PlaceFollower {
  return {
    async follow({ kind, from, to }) {
      const { secrets } = settings.current();
      const given = Object.entries(secrets.domains).find(([name]) => projectKey(name) === projectKey(from));
      const hasOwn = Object.keys(secrets.domains).some((name) => projectKey(name) === projectKey(to));
      if (kind !== "domain" || given === undefined || hasOwn) return async () => undefined;
      const [name, action] = given;
      const { [name]: _, ...others } = secrets.domains;
      settings.update({ secrets: { ...secrets, domains: { ...others, [to]: action } } });
      return async () => {
        const { secrets: present } = settings.current();
        const { [to]: moved, ...rest } = present.domains;
        if (moved === action) settings.update({ secrets: { ...present, domains: { ...rest, [name]: action } } });
      };
    },
  };
}

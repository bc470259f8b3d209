import type { PlaceFollower } from "../core/places.ts";
import { projectKey } from "../core/project-name.ts";
import type { AppContext } from "./context.ts";

/** The owner's choice about secrets in a domain follows its memories, unless the other domain has a choice of its own. */
export function followPlacesInSettings(settings: Pick<AppContext["settings"], "current" | "update">): PlaceFollower {
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

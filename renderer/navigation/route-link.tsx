import type { ComponentPropsWithRef } from "react";
import { type Target, useNavigation } from "./navigation.tsx";
import { formatRoute } from "./route.ts";

interface RouteLinkProps extends Omit<ComponentPropsWithRef<"a">, "href" | "onClick"> {
  readonly to: Target;
}

/** A link to an address in the window. */
export function RouteLink({ to, children, ...rest }: RouteLinkProps) {
  const { navigate } = useNavigation();
  return (
    <a
      href={formatRoute({ place: to.place, path: to.path ?? [], query: new URLSearchParams(to.query) })}
      onClick={(event) => {
        event.preventDefault();
        navigate(to);
      }}
      {...rest}
    >
      {children}
    </a>
  );
}

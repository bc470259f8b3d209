import {
  type ComponentPropsWithRef,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { formatRoute, type Place, parseRoute, type Route } from "./route.ts";

/** Called before leaving a place. Returns false to stay; `proceed` may be called later to leave. */
type LeaveGuard = (next: Route, proceed: () => void) => boolean;

interface Target {
  readonly place: Place;
  readonly path?: readonly string[];
  readonly query?: URLSearchParams | Readonly<Record<string, string>>;
}

export interface Navigation {
  readonly route: Route;
  /** The route at the time of the call, for what runs later, such as undoing a change. */
  current(): Route;
  /** `replace` adds no entry to the history. */
  navigate(target: Target, options?: { readonly replace?: boolean }): void;
  /** There is at most one guard; null removes it. */
  setGuard(guard: LeaveGuard | null): void;
}

const NavigationContext = createContext<Navigation | null>(null);

export function NavigationProvider({ children }: { readonly children: ReactNode }) {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  const guard = useRef<LeaveGuard | null>(null);
  const shown = useRef(route);

  const show = useCallback((next: Route, replace: boolean) => {
    const hash = formatRoute(next);
    if (replace) history.replaceState(null, "", hash);
    else if (hash !== location.hash) history.pushState(null, "", hash);
    shown.current = next;
    setRoute(next);
  }, []);

  const go = useCallback(
    (next: Route, replace: boolean) => {
      const proceed = () => show(next, replace);
      if (guard.current === null || guard.current(next, proceed)) proceed();
    },
    [show],
  );

  useEffect(() => {
    const onAddress = () => {
      const next = parseRoute(location.hash);
      if (formatRoute(next) === formatRoute(shown.current)) return;
      const previous = shown.current;
      const proceed = () => show(next, false);
      if (guard.current !== null && !guard.current(next, proceed)) history.pushState(null, "", formatRoute(previous));
      else show(next, true);
    };
    window.addEventListener("popstate", onAddress);
    window.addEventListener("hashchange", onAddress);
    return () => {
      window.removeEventListener("popstate", onAddress);
      window.removeEventListener("hashchange", onAddress);
    };
  }, [show]);

  const navigation = useMemo<Navigation>(
    () => ({
      route,
      current: () => shown.current,
      navigate: (target, options) =>
        go(
          { place: target.place, path: target.path ?? [], query: new URLSearchParams(target.query) },
          options?.replace ?? false,
        ),
      setGuard: (next) => {
        guard.current = next;
      },
    }),
    [route, go],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === null) throw new Error("useNavigation needs a NavigationProvider above it.");
  return navigation;
}

interface DeferredQueryProps {
  readonly children: ReactNode;
}

/**
 * Gives its children the address. While only the query of the address changes, as with each key of a search, the
 * children keep the address before it until the change is painted.
 */
export function DeferredQuery({ children }: DeferredQueryProps) {
  const navigation = useNavigation();
  const later = useDeferredValue(navigation);
  return (
    <NavigationContext value={isSamePage(later.route, navigation.route) ? later : navigation}>
      {children}
    </NavigationContext>
  );
}

/** Whether two addresses differ in their queries only. */
function isSamePage(one: Route, other: Route): boolean {
  return one.place === other.place && one.path.join("/") === other.path.join("/");
}

interface RouteLinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  readonly to: Target;
}

/** A link to an address in the window. */
export function RouteLink({ to, onClick, children, ...rest }: RouteLinkProps) {
  const { navigate } = useNavigation();
  return (
    <a
      href={formatRoute({ place: to.place, path: to.path ?? [], query: new URLSearchParams(to.query) })}
      onClick={(event) => {
        event.preventDefault();
        navigate(to);
        onClick?.(event);
      }}
      {...rest}
    >
      {children}
    </a>
  );
}

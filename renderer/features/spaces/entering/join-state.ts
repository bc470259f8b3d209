import { USER_DOMAIN } from "../../../../electron/core/domain.ts";
import type { JoinPreview } from "../../../../electron/core/spaces.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import type { BridgeError } from "../../../bridge.ts";

/** The values that an invitation may lack; empty until they are entered. */
export interface JoinValues {
  readonly secret: string;
  readonly folder: string;
  readonly password: string;
  readonly passphrase: string;
}

interface Entered {
  readonly link: string;
  readonly values: JoinValues;
  readonly deviceName: string;
  /** Whether the person confirmed that memories of the domain `user` are shared. */
  readonly isUserConfirmed: boolean;
  /** The error of the last request, or null. */
  readonly error: BridgeError | null;
}

/**
 * The steps of joining: enter a `link`, `looking` at it, `missing` values, `ready` to join, `joining`. A `member` of the
 * space has nothing to join. Looking again shows the former preview.
 */
export type JoinState =
  | (Entered & { readonly step: "link"; readonly preview: null })
  | (Entered & { readonly step: "looking"; readonly preview: JoinPreview | null })
  | (Entered & { readonly step: "missing" | "ready" | "joining" | "member"; readonly preview: JoinPreview });

export type JoinAction =
  | { readonly type: "linkEntered"; readonly link: string }
  | { readonly type: "valuesEntered"; readonly values: Partial<JoinValues> }
  | { readonly type: "deviceNamed"; readonly deviceName: string }
  | { readonly type: "userConfirmed"; readonly isConfirmed: boolean }
  | { readonly type: "look" | "join" | "restart" }
  | { readonly type: "looked"; readonly preview: JoinPreview }
  | { readonly type: "failed"; readonly error: BridgeError };

const NO_VALUES: JoinValues = { secret: "", folder: "", password: "", passphrase: "" };

/** The first step. @param link an invitation that was opened, or "" */
export function startJoin(link: string): JoinState {
  return { step: "link", preview: null, link, values: NO_VALUES, deviceName: "", isUserConfirmed: false, error: null };
}

/** Applies an action. An action that is not possible in the state changes nothing. */
export function reduceJoin(state: JoinState, action: JoinAction): JoinState {
  switch (action.type) {
    case "linkEntered":
      return state.step === "link" ? { ...state, link: action.link, error: null } : state;
    case "valuesEntered":
      return { ...state, values: { ...state.values, ...action.values }, error: null };
    case "deviceNamed":
      return { ...state, deviceName: action.deviceName };
    case "userConfirmed":
      return { ...state, isUserConfirmed: action.isConfirmed };
    case "look":
      return canSubmit(state) && state.step !== "ready" ? { ...state, step: "looking", error: null } : state;
    case "join":
      return canSubmit(state) && state.step === "ready" ? { ...state, step: "joining", error: null } : state;
    case "looked":
      return { ...state, step: stepOf(action.preview), preview: action.preview, error: null };
    case "failed":
      return afterFailure(state, action.error);
    case "restart":
      return { ...startJoin(state.link), deviceName: state.deviceName };
  }
}

function stepOf({ isMember, needs }: JoinPreview): "member" | "missing" | "ready" {
  if (isMember) return "member";
  return needs.length > 0 ? "missing" : "ready";
}

/** Returns to the step before the request. A cancelled request leaves no error. */
function afterFailure(state: JoinState, failure: BridgeError): JoinState {
  const error = failure.code === "cancelled" ? null : failure;
  return state.preview === null
    ? { ...state, step: "link", preview: null, error }
    : { ...state, step: stepOf(state.preview), preview: state.preview, error };
}

/** Whether joining would share memories of the domain `user`, which needs a confirmation. */
export function sharesUser({ domains, role }: JoinPreview): boolean {
  return role !== "reader" && domains.some(({ domain }) => domain === USER_DOMAIN);
}

/** Whether the next step is possible. A request in progress is not checked. */
export function canSubmit({ step, link, values, preview, isUserConfirmed }: JoinState): boolean {
  if (preview === null) return link.trim() !== "";
  if (step === "member") return true;
  // The secret of an invitation contains the password or passphrase.
  if (preview.needs.length > 0) return values.secret !== "" || preview.needs.every((need) => values[need] !== "");
  return preview.domains.every(({ takenBy }) => takenBy === null) && (isUserConfirmed || !sharesUser(preview));
}

/** The invitation with the entered values. */
export function inputOf({ link, values }: JoinState): MethodInput<"spaces.previewJoin"> {
  const entered = Object.entries(values).filter(([, value]) => value.trim() !== "");
  return { link: link.trim(), ...Object.fromEntries(entered) };
}

/** Longest link of an invitation, with its secret. */
const MAX_LINK_LENGTH = 8192;
/** Printable ASCII without spaces, so that no character can be mistaken for another. */
const LINK = /^recollect:\/\/join\/?\?([!"$-~]*)(?:#([!-~]*))?$/i;

/** The parts of an invitation to a space, not checked further. */
export interface InvitationLink {
  readonly query: string;
  /** The secret; "" if it is sent separately. It must not be logged. */
  readonly fragment: string;
}

/** Splits `recollect://join?…#…`, which may have spaces around it. Returns null for any other text. */
export function splitInvitationLink(text: string): InvitationLink | null {
  const link = text.trim();
  if (link.length > MAX_LINK_LENGTH) return null;
  const [, query, fragment = ""] = LINK.exec(link) ?? [];
  return query === undefined ? null : { query, fragment };
}

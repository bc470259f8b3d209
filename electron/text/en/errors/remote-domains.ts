import { conflict, denied, type ErrorTexts, invalid, notFound, storage, unavailable } from "../../message.ts";

/** Errors of domains that stay in a database. */
export const remoteDomainErrors = {
  remote_unreachable: ({ domain, problem }: { domain: string; problem: string }) =>
    unavailable(
      `The database of project ${domain} cannot be reached. ${problem}`.trim(),
      "Nothing was changed. Recollect tries again automatically; All projects › Remote projects shows the state.",
    ),
  remote_slow: ({ domain }: { domain: string }) =>
    unavailable(
      `The database of project ${domain} did not respond in time.`,
      "Check the project's memories before you repeat a change: it may have succeeded.",
    ),
  remote_missing: ({ domain, place }: { domain: string; place: string }) =>
    unavailable(
      `The database ${place} has no project ${domain}, or your login may not see it.`,
      "Check the address, or add the project with a login that may create it.",
    ),
  remote_newer: ({ domain }: { domain: string }) =>
    unavailable(
      `The tables of project ${domain} were made by a newer version of Recollect.`,
      "Update Recollect on this machine. Nothing was changed.",
    ),
  remote_read_only: ({ domain }: { domain: string }) =>
    denied(
      `This machine only reads the remote project ${domain}.`,
      "The owner can allow changes in All projects › Remote projects.",
    ),
  remote_rights_missing: ({ domain }: { domain: string }) =>
    denied(
      `Your login may not change the memories of project ${domain} in its database.`,
      "Ask the administrator of the database for INSERT, UPDATE and DELETE on its tables.",
    ),
  remote_unknown: ({ domain }: { domain: string }) =>
    notFound(`${domain} is not a remote project.`, "List the remote projects to see their names."),
  remote_exists: ({ domain }: { domain: string }) =>
    conflict(
      `${domain} is a remote project already.`,
      "Remove it first to use another database. Its memories stay in the database.",
    ),
  remote_user_refused: () =>
    invalid("“user” cannot be remote: it is about you and is needed everywhere, also offline.", "Choose a project."),
  remote_encrypted: () =>
    invalid(
      "A remote project cannot be encrypted end to end: the database searches its text.",
      "Use a space with a passphrase, which is replicated and searched on each machine.",
    ),
  remote_in_space: ({ domain, name }: { domain: string; name: string }) =>
    invalid(
      `Project ${domain} is in the space ${name}, so it cannot be remote.`,
      "A project is either replicated or searched in a database. Leave the space first, or choose another project.",
    ),
  remote_not_shared: ({ domain }: { domain: string }) =>
    invalid(
      `Project ${domain} is remote, so it cannot be in a space.`,
      "A project is either replicated or searched in a database. Remove the remote project first.",
    ),
  remote_move_refused: ({ domain }: { domain: string }) =>
    invalid(
      `A memory cannot be moved between this machine and a database, or between two databases (${domain}).`,
      "Capture it in the other project, then delete it here.",
    ),
  remote_places_differ: ({ field }: { field?: string }) =>
    invalid(
      `${field} names memories that are not in the same place: this machine, or one remote project.`,
      "Supersede and merge memories of the same place only.",
    ),
  remote_import_refused: ({ domain }: { domain: string }) =>
    invalid(
      `Memories with history cannot be imported into the remote project ${domain}.`,
      "Import them into another project.",
    ),
  remote_file_damaged: ({ setAside }: { setAside: string }) =>
    storage(
      `The list of remote projects was damaged. It was renamed to ${setAside}.`,
      "Add the remote projects again. Their memories are still in the databases.",
    ),
} satisfies ErrorTexts;

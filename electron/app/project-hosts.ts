import { z } from "zod";
import { type Grant, grantsDomain } from "../core/caller.ts";
import { parseDomain } from "../core/domain.ts";
import { parseProjectAddress } from "../core/project-address.ts";
import { type RecordContext, RecordFile } from "../platform/record-file.ts";

/** Far more than a person works on; a client cannot fill the file. */
const MAX_NAMES = 10_000;

/** A project's name that another host has already: the project is `project` from now on. */
export interface ProjectConflict {
  readonly name: string;
  readonly host: string;
  readonly boundHost: string;
  readonly project: string;
}

interface ProjectHostsDependencies extends RecordContext {
  readonly file: string;
  /** Called once for each name and host. */
  readonly onConflict: (conflict: ProjectConflict) => void;
}

/**
 * The host of each project that is named after its remote. The first host that a request names for `owner/repo` keeps
 * the name, even if memories of that name existed before. On another host the project is `host/owner/repo`, so that a
 * repository elsewhere does not get the memories of one with the same path (ADR 0026).
 */
export class ProjectHosts {
  readonly #dependencies: ProjectHostsDependencies;
  readonly #file: RecordFile<Readonly<Record<string, string>>>;
  /** By the name that {@link parseProjectAddress} gives. Earlier versions kept the case, and parts of some addresses. */
  readonly #bound: Map<string, { readonly name: string; readonly host: string }>;

  constructor(dependencies: ProjectHostsDependencies) {
    this.#dependencies = dependencies;
    this.#file = new RecordFile({ ...dependencies, schema: z.record(z.string(), z.string()), empty: {} });
    const bound = Object.entries(this.#file.content).map(([name, host]) => readBinding(name, host));
    // Of two spellings of a name, the one of this version comes last and wins.
    const inOrder = bound.sort((one, other) => Number(one[0] === one[1].name) - Number(other[0] === other[1].name));
    this.#bound = new Map(inOrder);
  }

  /**
   * Returns the name of a project. The first use binds it to its host, if the caller may see memories of that name.
   * @throws invalid_argument for a name that is too long with its host
   */
  nameOf(given: string, givenHost: string | null, grant: Pick<Grant, "domains">): string {
    if (givenHost === null) return given;
    const [name, { host }] = readBinding(given, givenHost);
    const boundHost = this.#bound.get(name)?.host;
    const project = this.#projectOn(name, host);
    const known = this.#bound.get(project);
    if (known !== undefined || this.#bound.size >= MAX_NAMES) {
      return parseDomain(known?.name ?? project, "Recollect-Project");
    }
    const checked = parseDomain(project, "Recollect-Project");
    if (!grantsDomain(grant, checked)) return checked;
    this.#bind(checked, host);
    if (boundHost !== undefined && boundHost !== host) {
      this.#dependencies.onConflict({ name, host, boundHost, project: checked });
    }
    return checked;
  }

  /** Returns the name that {@link nameOf} would give a project, without binding it to its host. */
  lookUp(given: string, givenHost: string | null): string {
    if (givenHost === null) return given;
    const [name, { host }] = readBinding(given, givenHost);
    const project = this.#projectOn(name, host);
    return this.#bound.get(project)?.name ?? project;
  }

  /** A project on a third host can have a path that starts with a host. */
  #projectOn(name: string, host: string): string {
    let project = name;
    while (!this.#isFree(project, host)) project = `${host}/${project}`;
    return project;
  }

  #isFree(project: string, host: string): boolean {
    const bound = this.#bound.get(project);
    // With a full table no more names are given away without their host.
    if (bound === undefined) return this.#bound.size < MAX_NAMES || project.startsWith(`${host}/`);
    return bound.host === host;
  }

  #bind(project: string, host: string): void {
    this.#bound.set(project, { name: project, host });
    try {
      this.#file.change((content) => ({ ...content, [project]: host }));
    } catch (error) {
      this.#dependencies.logger.warn("The hosts of the projects could not be saved", { error });
    }
  }
}

function readBinding(name: string, host: string): [key: string, { readonly name: string; readonly host: string }] {
  const address = parseProjectAddress(`https://${host}/${encodeURI(name)}`);
  return [address?.name ?? name, { name, host: address?.host ?? host }];
}

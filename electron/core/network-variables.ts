/** Variables with which programs find proxies, certificates and package registries. */
const FAMILIES = [
  "(?:HTTPS?|ALL|FTP|SOCKS|NO)_PROXY",
  "NODE_(?:EXTRA_CA_CERTS|USE_SYSTEM_CA|USE_ENV_PROXY)",
  "SSL_CERT_(?:FILE|DIR)|(?:REQUESTS|CURL|AWS)_CA_BUNDLE|GIT_SSL_CA(?:INFO|PATH)|HTTPLIB2_CA_CERTS",
  "DENO_(?:CERT|TLS_CA_STORE)|CARGO_HTTP_(?:CAINFO|PROXY)|NIX_SSL_CERT_FILE|GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
  "NPM_CONFIG_(?:REGISTRY|PROXY|HTTPS?_PROXY|NOPROXY|CA|CAFILE)|BUN_CONFIG_REGISTRY",
  "PIP_(?:CERT|PROXY|INDEX_URL|EXTRA_INDEX_URL)|UV_(?:DEFAULT_INDEX|INDEX|INDEX_URL|EXTRA_INDEX_URL)",
  "UV_(?:NATIVE_TLS|SYSTEM_CERTS)",
];
const NETWORK = new RegExp(`^(?:${FAMILIES.join("|")})$`, "i");

/** Whether programs find a proxy, certificates or a package registry with a variable. */
export function isNetworkVariable(name: string): boolean {
  return NETWORK.test(name);
}

/** The network variables of an environment that have a value, in the order of their names. */
export function networkVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env)
    .filter((name) => isNetworkVariable(name) && (env[name] ?? "").trim() !== "")
    .sort();
}

interface Program {
  readonly env: Readonly<Record<string, string>>;
  readonly inherit: readonly string[];
}

/**
 * The network variables that a program can get in addition, because it has no values of its own for them.
 * @param available the names of {@link networkVariables} where Recollect runs
 */
export function variablesToPassOn(
  { env, inherit }: Program,
  secrets: Readonly<Record<string, string>>,
  available: readonly string[],
): readonly string[] {
  const given = new Set([...Object.keys(env), ...inherit, ...Object.keys(secrets)].map((name) => name.toUpperCase()));
  return available.filter((name) => !given.has(name.toUpperCase()));
}

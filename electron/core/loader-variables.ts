/** Families of variables that make a program load or run other code, or send its data elsewhere. */
const FAMILIES = [
  // The system: where programs, libraries and settings are found, and what shells run.
  "PATH|PATHEXT|COMSPEC|SHELL|SHELLOPTS|BASHOPTS|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|SYSTEMROOT|WINDIR",
  "LD_.*|_RLD_.*|DYLD_.*|GLIBC_TUNABLES|GCONV_PATH|NLSPATH|LOCPATH|IFS|ENV|PS4|BASH_.*|ZDOTDIR|PROMPT_COMMAND|XDG_.*",
  // Node and its package managers.
  "NODE_(?!ENV$).*|NPM_CONFIG_.*|NPM_EXECPATH|NPX_.*|YARN_.*|PNPM_.*|BUN_.*|DENO_.*|COREPACK_.*|TS_NODE_.*|TSX_.*|ELECTRON_.*",
  // Python and its package managers.
  "PYTHON(?!UNBUFFERED$|IOENCODING$|UTF8$|DONTWRITEBYTECODE$|FAULTHANDLER$|HASHSEED$).*|PIP_.*|PIPX_.*|UV_.*|POETRY_.*|VIRTUAL_ENV|CONDA_.*",
  // Other runtimes.
  "DOTNET_.*|CORECLR_.*|COR_.*|COMPLUS_.*|NUGET_.*|MSBUILD.*|JAVA_.*|_JAVA_OPTIONS|JDK_.*|CLASSPATH|MAVEN_.*|GRADLE_.*",
  "RUBY.*|GEM_.*|BUNDLE_.*|PERL.*|PHPRC|PHP_INI_SCAN_DIR|LUA_.*|GO(?:FLAGS|PROXY|PATH|ROOT|ENV|NOSUMDB|TOOLCHAIN|INSECURE)",
  "CARGO_.*|RUST(?:C|FLAGS|UP|DOC).*|DOCKER_.*|CONTAINER.*|PODMAN_.*|BUILDKIT_.*",
  // Programs that a program starts, and plug-ins that it loads.
  "GIT_(?:SSH|EXEC|CONFIG|PROXY|EXTERNAL|PAGER|EDITOR|ASKPASS|TEMPLATE|SSL|SEQUENCE).*|SSH_ASKPASS.*|SUDO_ASKPASS",
  "EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|LESS(?:OPEN|CLOSE)|GTK_(?:PATH|MODULES).*|QT_PLUGIN_PATH|GIO_.*|GST_PLUGIN.*",
  // Encryption and the network.
  "OPENSSL_.*|SSL_CERT_.*|SSLKEYLOGFILE|REQUESTS_CA_BUNDLE|CURL_.*|AWS_CA_BUNDLE|(?:HTTPS?|ALL|FTP|NO|RSYNC)_PROXY",
];
const LOADER = new RegExp(`^(?:${FAMILIES.join("|")})$`, "i");

/**
 * Whether a variable changes which code a program runs, the source of its code, or the target of its data. With such a
 * variable, a file that names a trusted package runs other code.
 */
export function isLoaderVariable(name: string): boolean {
  return LOADER.test(name.trim());
}

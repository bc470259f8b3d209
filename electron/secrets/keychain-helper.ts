import { text } from "node:stream/consumers";
import { Entry } from "@napi-rs/keyring";

/** A request to the keychain, as JSON on standard input: command-line arguments are visible to other programs. */
export type KeychainRequest =
  | { readonly act: "get"; readonly account: string }
  | { readonly act: "delete"; readonly account: string }
  | { readonly act: "set"; readonly account: string; readonly value: string };

/** The response, as JSON on standard output. */
export type KeychainResponse = { readonly value: string | null } | { readonly error: string };

const SERVICE = "Recollect";

function handle(request: KeychainRequest): KeychainResponse {
  try {
    // Without a Secret Service the library would use the kernel's keyring, which is lost when the machine stops.
    const open = () => new Entry(SERVICE, request.account, { linux: { store: "secret-service" } });
    if (request.act === "set") {
      open().setPassword(request.value);
      if (open().getPassword() === request.value) return { value: null };
      return { error: "The keychain returned another value than the stored one." };
    }
    if (request.act === "get") return { value: open().getPassword() };
    open().deletePassword();
    return { value: null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.stdout.write(JSON.stringify(handle(JSON.parse(await text(process.stdin)) as KeychainRequest)));

import { text } from "node:stream/consumers";
import { Entry } from "@napi-rs/keyring";

/** One question to the keychain, as a line of JSON on standard input: a secret never stands in arguments. */
export type KeychainRequest =
  | { readonly act: "get"; readonly account: string }
  | { readonly act: "delete"; readonly account: string }
  | { readonly act: "keep"; readonly account: string; readonly value: string };

/** What it answered, on standard output. */
export type KeychainAnswer = { readonly value: string | null } | { readonly error: string };

const SERVICE = "Recollect";

function answer(request: KeychainRequest): KeychainAnswer {
  try {
    // Without a Secret Service the library would fall back to the kernel's keyring, which forgets when the machine stops.
    const open = () => new Entry(SERVICE, request.account, { linux: { store: "secret-service" } });
    if (request.act === "keep") {
      open().setPassword(request.value);
      if (open().getPassword() === request.value) return { value: null };
      return { error: "The keychain does not give back what it was given." };
    }
    if (request.act === "get") return { value: open().getPassword() };
    open().deletePassword();
    return { value: null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.stdout.write(JSON.stringify(answer(JSON.parse(await text(process.stdin)) as KeychainRequest)));

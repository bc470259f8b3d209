/** `node scripts/release/sbom.ts FILE`: the parts of the application as CycloneDX. Run it after `npm run build`. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { root } from "../tools.ts";
import { shippedPackages } from "./shipped-packages.ts";

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
}

interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * Returns npm's list of the lock file, reduced to the shipped packages. npm describes each package; it does not know
 * which of the development dependencies are bundled.
 */
export function createSbom(): Bom {
  const bom = listLocked();
  const shipped = new Set(shippedPackages().map(({ name, version }) => `${name}@${version}`));
  const isShipped = ({ name, version }: Component) =>
    shipped.has(`${name}@${version}`) ||
    // Of every system, because one list describes the packages of all.
    (name.startsWith("@napi-rs/keyring-") && version === manifest.dependencies["@napi-rs/keyring"]);
  const components = bom.components.filter(isShipped).map((component) => ({
    ...component,
    scope: "required",
    properties: [],
  }));
  const own = { ...bom.metadata.component, type: "application", name: manifest.name };
  const references = new Set([own["bom-ref"], ...components.map((component) => component["bom-ref"])]);
  const dependencies = bom.dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => references.has(other)) }));
  return {
    ...bom,
    metadata: { ...bom.metadata, component: own },
    components: [...components, modelComponent()],
    dependencies,
  };
}

function listLocked(): Bom {
  const { status, stdout } = spawnSync("npm", ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("npm sbom failed.");
  return JSON.parse(stdout);
}

/** The embedding model, by the hashes that the application checks before it loads it. */
function modelComponent() {
  const file = path.join(root, "resources", "model", "recollect-model.json");
  const { name, variant, files } = JSON.parse(readFileSync(file, "utf8"));
  return {
    type: "machine-learning-model",
    "bom-ref": name,
    name,
    version: variant,
    licenses: [{ license: { id: "Apache-2.0" } }],
    hashes: [{ alg: "SHA-256", content: files["model.onnx.data"] }],
  };
}

if (import.meta.main) {
  const [file = path.join("release", `recollect-${manifest.version}.cdx.json`)] = process.argv.slice(2);
  const bom = createSbom();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
  console.log(`${file}: ${bom.components.length} components`);
}

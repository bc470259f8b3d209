import { expect, it } from "vitest";
import { networkVariables, variablesToPassOn } from "./network-variables.ts";

it.each([
  ["HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy FTP_PROXY"],
  ["NODE_EXTRA_CA_CERTS NODE_USE_SYSTEM_CA SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE AWS_CA_BUNDLE"],
  ["GIT_SSL_CAINFO PIP_CERT UV_NATIVE_TLS DENO_CERT CARGO_HTTP_CAINFO"],
  ["npm_config_registry NPM_CONFIG_REGISTRY npm_config_https_proxy npm_config_cafile PIP_INDEX_URL UV_DEFAULT_INDEX"],
])("finds the variables %s", (names) => {
  const expected = names.split(" ").sort();
  expect(networkVariables(Object.fromEntries(expected.map((name) => [name, "x"])))).toEqual(expected);
});

it("leaves out variables without a value and those that are not about the network", () => {
  const names = "PATH HOME GITHUB_TOKEN NODE_OPTIONS npm_config_user_agent MY_HTTP_PROXY HTTP_PROXY_PASSWORD SSL_KEY";
  const others = Object.fromEntries(names.split(" ").map((name) => [name, "x"]));
  expect(networkVariables({ ...others, HTTPS_PROXY: "", NO_PROXY: " ", HTTP_PROXY: undefined })).toEqual([]);
});

it("leaves out the variables of which a program has a value of its own, in any case", () => {
  const program = { env: { https_proxy: "http://own:1" }, inherit: ["SSL_CERT_FILE"] };
  const available = ["HTTPS_PROXY", "NO_PROXY", "REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"];
  expect(variablesToPassOn(program, { REQUESTS_CA_BUNDLE: "/ca" }, available)).toEqual(["NO_PROXY"]);
});

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

export interface TestCertificate {
  /** The authority's, in PEM. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/** Makes an authority and a certificate of it for one host, as files in a folder. */
export function makeCertificate(folder: string, host: string): TestCertificate {
  const file = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync("openssl", args, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  };
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const authority = ["-keyout", file("ca.key"), "-out", file("ca.pem"), "-subj", "/CN=Authority of the tests"];
  openssl("req", "-x509", ...newKey, "-days", "30", ...authority);
  openssl("req", ...newKey, "-keyout", file("server.key"), "-out", file("server.csr"), "-subj", `/CN=${host}`);
  writeFileSync(file("names"), `subjectAltName=DNS:${host}`);
  const signed = ["-in", file("server.csr"), "-out", file("server.pem"), "-extfile", file("names")];
  const by = ["-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-CAcreateserial"];
  openssl("x509", "-req", "-days", "30", ...signed, ...by);
  return { authority: file("ca.pem"), certificate: file("server.pem"), key: file("server.key") };
}

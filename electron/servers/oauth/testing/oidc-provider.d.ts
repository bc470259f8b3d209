/** The parts of the package that tests use; it has no types of its own. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  interface StoredToken {
    readonly aud: string | readonly string[];
    readonly clientId: string;
    readonly exp: number;
    readonly jti: string;
    readonly scope: string;
    destroy(): Promise<void>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    on(event: string, listener: (token: StoredToken) => void): this;
    readonly AccessToken: { find(token: string): Promise<StoredToken | undefined> };
    readonly RefreshToken: { find(token: string): Promise<StoredToken | undefined> };
  }
}

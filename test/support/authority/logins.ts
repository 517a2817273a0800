import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, SignJWT, type JWK } from 'jose';
import { checkBy, nonceOf, type LoginCheck } from '../../../src/authority/login';
import { claimsIn } from '../../../src/domain/case/acts';

export const CLIENT_ID = 'desk';

/** A login provider: it says of any person that they have logged in. */
export class TestProvider {
  readonly publicKeys: JWK[] = [];
  private signing = this.rotate();

  constructor(public issuer = 'https://login.example') {}

  /** From now on it signs with a new key. */
  rotate(): { readonly key: KeyObject; readonly kid: string } {
    const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const kid = `key-${this.publicKeys.length}`;
    this.publicKeys.push({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' });
    return (this.signing = { key, kid });
  }

  /** The ID token of a login for this act, as the act's own person; `more` varies its claims. */
  token(act: string, more: Readonly<Record<string, unknown>> = {}, header: object = {}): Promise<string> {
    const { sub = '', iat = 0 } = claimsIn(act) ?? {};
    const said = { sub, nonce: nonceOf(act), auth_time: iat + 20, iat: iat + 21, exp: iat + 3_621 };
    return new SignJWT({ iss: this.issuer, aud: CLIENT_ID, ...said, ...more })
      .setProtectedHeader({ alg: 'ES256', kid: this.signing.kid, ...header })
      .sign(this.signing.key);
  }

  /** The check that a worker makes who knows its keys. */
  get check(): LoginCheck {
    return this.checkWith('sub');
  }

  /** The same, where a claim of this name says who somebody is. */
  checkWith(subjectClaim: string): LoginCheck {
    const keys = createLocalJWKSet({ keys: this.publicKeys });
    return checkBy({ issuer: this.issuer, clientId: CLIENT_ID, subjectClaim }, keys);
  }
}

/** A provider on a port, with what a worker reads of it. */
export async function listeningProvider() {
  const provider = new TestProvider();
  let [isAway, asked] = [false, 0];
  const server = createServer((request, response) => {
    asked++;
    if (isAway) return void response.writeHead(503).end();
    const { issuer } = provider;
    const body = request.url?.includes('openid-configuration')
      ? { issuer, jwks_uri: `${issuer}/keys` }
      : { keys: provider.publicKeys };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    provider,
    asked: () => asked,
    leave: () => (isAway = true),
    comeBack: () => (isAway = false),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

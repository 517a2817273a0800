/** Largest difference between both clocks, and largest age of a post, in seconds. */
const TOLERANCE = 300;

/** The headers of a request: those of `fetch`, or an object by name, as Node has them. */
type EventHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Whether a post of an event is genuine and recent: signed under one of these secrets over the unchanged
 * body.
 * @throws TypeError if `secrets` is not a list of secrets, each with its `whsec_`
 */
export async function verifyEvent(
  headers: EventHeaders,
  body: string,
  secrets: readonly string[],
): Promise<boolean> {
  if (!areSecrets(secrets))
    throw new TypeError('secrets must be a list of secrets of the endpoint, each beginning with whsec_');
  const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  ) as [string, string, string];
  if (!(Math.abs(Date.now() / 1_000 - Number(sentAt)) <= TOLERANCE)) return false;
  const content = new TextEncoder().encode(`${id}.${sentAt}.${body}`);
  const given = signatures.split(' ').filter((one) => /^v1,[\w+/]{43}=$/.test(one));
  for (const secret of secrets) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', bytesOf(secret.slice('whsec_'.length)), hmac, false, [
      'verify',
    ]);
    for (const one of given)
      if (await crypto.subtle.verify(hmac, key, bytesOf(one.slice(3)), content)) return true;
  }
  return false;
}

/** Whether the secrets are valid; a program without our types may pass anything. */
const areSecrets = (given: unknown): boolean =>
  Array.isArray(given) && given.every((secret) => /^whsec_[\w+/]+=*$/.test(String(secret)));

function headerOf(headers: EventHeaders, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name);
  return String(found?.[1] ?? '');
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

import { z } from 'zod';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The complaint about a missing or malformed variable, behind its name. It never repeats the value. */
export const must = (demand: string) => ({
  error: ({ path = [], input }: { path?: PropertyKey[] | undefined; input?: unknown }) =>
    `${path.join('.')} ${input === undefined ? 'is missing' : `must ${demand}`}`,
});

type Variables = Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>;

/** Renames variables to the names that programs use: `{ level: { LOG_LEVEL: … } }`. */
export function named<const V extends Variables>(variables: V) {
  const shape = Object.assign({}, ...Object.values(variables)) as Record<string, z.ZodType>;
  return z.object(shape).transform((env) => {
    const entries = Object.entries(variables).map(([name, one]) => [name, env[Object.keys(one)[0] ?? '']]);
    return Object.fromEntries(entries) as { readonly [N in keyof V]: z.output<V[N][keyof V[N]]> };
  });
}

export const oneOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.enum(words, must(`be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`));

/** Off unless it is said to be on. */
export const flag = oneOf(['true', 'false'])
  .default('false')
  .transform((word) => word === 'true');

export const whole = (least: number) =>
  z.coerce
    .number(must('be a whole number'))
    .int(must('be a whole number'))
    .min(least, must(`be at least ${least}`));

export const port = (least = 0) => whole(least).max(65_535, must('be at most 65535'));

/** A path, or another unchecked text. */
export const text = (expected = 'the path of a file') => z.string(must(`be ${expected}`));

export const httpAddress = z.url({
  protocol: /^https?$/,
  abort: true,
  ...must('be an http or https address'),
});

/** A secret that fits into a header. */
export const key = text('a key').regex(/^[\x21-\x7e]+$/, must('be one word of plain characters'));

export const address = z
  .string()
  .regex(/^[\d.]+:\d{1,5}$/, must('be an IP address and a port, as in 127.0.0.1:9464'));

/** Values of one form with commas between. */
export const list = (one: RegExp, expected: string) =>
  z
    .string()
    .transform((text) => text.split(/ *, */))
    .refine((values) => values.every((value) => one.test(value)), must(`be ${expected}`));

/** A word that names something of the lender: a build, a person. */
export const optionalWord = (expected: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, must(`be ${expected}`))
    .optional();

export const instant = z.iso.datetime(must('be an instant, ISO 8601 in UTC')).optional();

/** Whether starts and commands must be signed; only `AUTHORITY=open` accepts unsigned ones. */
export const authorityMode = oneOf(['signed', 'open']).default('signed');

/** The bank environment in which acts are valid: one word. */
export const bankEnvironment = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,60}$/, must('be one word, such as production'))
  .default('test');

/** The bank's unit of an amount whose unit the interface leaves open. */
export const amountUnit = oneOf(['kobo', 'naira']).default('kobo');

const OWN_SUBNETS = [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const;

const own = new BlockList();
for (const [net, prefix, family] of OWN_SUBNETS) own.addSubnet(net, prefix, family);

/** Host names that no public DNS resolves: container names, and suffixes reserved for private use. */
const OWN_NAME = /^[^.]+$|\.(localhost|local|internal|svc|home\.arpa)$/i;

/** Whether an address is encrypted on its way, or stays in the lender's own network. */
export function isSafeToCall(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isOwnNetwork(hostname);
}

/** Whether a host is in the lender's own network (this machine, private subnet, container): TLS optional. */
export function isOwnNetwork(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIPv4(bare)) return own.check(bare, 'ipv4');
  if (isIPv6(bare)) return own.check(bare, 'ipv6');
  return OWN_NAME.test(bare);
}

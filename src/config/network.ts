import { BlockList, isIPv4, isIPv6 } from 'node:net';

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

/** Names that no public network resolves: those of containers, and the endings that are reserved for private use. */
const OWN_NAME = /^[^.]+$|\.(localhost|local|internal|svc|home\.arpa)$/i;

/**
 * Whether a host lies in a network of the lender's own, where keys and personal data may travel without TLS: this
 * machine, a private subnet, a container's name.
 */
export function isOwnNetwork(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIPv4(bare)) return own.check(bare, 'ipv4');
  if (isIPv6(bare)) return own.check(bare, 'ipv6');
  return OWN_NAME.test(bare);
}

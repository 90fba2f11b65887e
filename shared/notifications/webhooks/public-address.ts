import { BlockList, isIP } from 'node:net';

/** Ranges of IPv4 outside the public network (IANA IPv4 Special-Purpose Address Registry, multicast and reserved). */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * Ranges within global unicast IPv6 that are outside the public network, or lead into IPv4: protocol assignments with
 * Teredo, documentation, 6to4 (IANA IPv6 Special-Purpose Address Registry).
 */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Global unicast: mapped, translated (NAT64), unique local, link-local and multicast addresses are all outside. */
const global6 = ['2000::/3'];

const listOf = (ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
};

const [blocked4, blocked6, allowed6] = [listOf(special4, 'ipv4'), listOf(special6, 'ipv6'), listOf(global6, 'ipv6')];

/** Whether an IP address is in the public network: not private, loopback, link-local or metadata (rule HOOK-2). */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blocked4.check(address, 'ipv4');
    case 6:
      return allowed6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
    default:
      return false;
  }
}

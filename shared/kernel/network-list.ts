import { BlockList, isIP } from 'node:net';
import type { Network } from './config.ts';

/** Whether an address is in one of these networks. */
export function inNetworks(networks: readonly Network[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, prefix } of networks) list.addSubnet(address, prefix, familyOf(address));
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * The sender of a request that came through proxies (rule AUTH-21): the last address of the chain that does not belong
 * to a trusted proxy. The sender may have invented the entries before it.
 */
export function addressBehind(sourceIp: string, forwarded: string, isTrusted: (address: string) => boolean): string {
  const chain = forwarded.split(',').map((entry) => entry.trim());
  // The gateway has added the address of its peer.
  if (chain.at(-1) === sourceIp) chain.pop();
  let address = sourceIp;
  while (isTrusted(address)) {
    const before = chain.pop() ?? '';
    if (isIP(before) === 0) return address;
    address = before;
  }
  return address;
}

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
 * Who sends a request that came through proxies (rule AUTH-21): the last address of the chain that is no trusted proxy's. What
 * is written before it may be made up by the sender.
 */
export function addressBehind(sourceIp: string, forwarded: string, isTrusted: (address: string) => boolean): string {
  const chain = forwarded.split(',').map((entry) => entry.trim());
  // The gateway has added whom it speaks with.
  if (chain.at(-1) === sourceIp) chain.pop();
  let address = sourceIp;
  while (isTrusted(address)) {
    const before = chain.pop() ?? '';
    if (isIP(before) === 0) return address;
    address = before;
  }
  return address;
}

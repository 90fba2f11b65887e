import { createHash, timingSafeEqual } from 'node:crypto';
import type { Group } from '#shared/api/route.ts';
import { type Config, keepsAccounts } from '#shared/kernel/config.ts';
import { problemResult } from './errors.ts';
import { type Event, headerOf, type Result } from './state.ts';

type CellConfig = Pick<Config, 'cell' | 'publicUrl'>;
type OriginConfig = Pick<Config, 'originSecrets' | 'publicUrl'>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request carries the distribution's secret header; false if no secret is configured (rule AUTH-21). */
export function fromDistribution(event: Event, config: Pick<Config, 'originSecrets'>): boolean {
  const sent = digest(headerOf(event, 'x-origin-secret') ?? '');
  // Digests, because the comparison in constant time wants equal lengths.
  return config.originSecrets.some((secret) => timingSafeEqual(sent, digest(secret)));
}

/**
 * The refusal (403) of a request that went past the distribution, its firewall and its headers, where the deployment
 * has one; else undefined.
 */
export function refusalPastDistribution(event: Event, config: OriginConfig): Result | undefined {
  if (config.originSecrets.length === 0 || fromDistribution(event, config)) return undefined;
  return problemResult('wrong_address', `This address serves the distribution only; use ${publicAddress(config)}`);
}

/** The refusal (403) of a change of accounts in a cell that has copies of them (rule CELL-4); else undefined. */
export function refusalOfCopies(
  { requestContext }: Event,
  group: Group | undefined,
  config: CellConfig,
): Result | undefined {
  if (group !== 'auth' || requestContext.http.method === 'GET' || keepsAccounts(config)) return undefined;
  return problemResult(
    'wrong_address',
    `Cell '${config.cell}' has copies of accounts and changes none; use ${publicAddress(config)}`,
  );
}

const publicAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl === '' ? "the service's public address" : `'${publicUrl}/api'`;

import type { Config } from '#shared/config.ts';
import { fromDistribution } from './distribution.ts';
import { type Event, headerOf } from './state.ts';

/**
 * The caller's address, for the login limiter. The distribution's word for it is believed only beside its secret
 * header, since anybody can send the other (rule AUTH-21).
 */
export function clientAddressOf(event: Event, config: Pick<Config, 'originSecret'>): string {
  const viewer = headerOf(event, 'x-viewer-address');
  if (viewer && fromDistribution(event, config)) return viewer;
  return event.requestContext.http.sourceIp;
}

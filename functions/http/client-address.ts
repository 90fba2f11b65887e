import type { Config } from '#shared/config.ts';
import { type Event, headerOf } from './state.ts';

/**
 * The caller's address, for the login limiter. CloudFront's header is believed only beside the distribution's secret
 * header, since anybody can send it (design 9).
 */
export function clientAddressOf(event: Event, config: Pick<Config, 'originSecret'>): string {
  const viewer = headerOf(event, 'cloudfront-viewer-address');
  const trusted = config.originSecret !== '' && headerOf(event, 'x-origin-secret') === config.originSecret;
  if (viewer && trusted) return viewer.replace(/:\d+$/, '');
  return event.requestContext.http.sourceIp;
}

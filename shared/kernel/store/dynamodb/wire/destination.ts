import type { DynamoDBClientResolvedConfig } from '@aws-sdk/client-dynamodb';
import { getEndpointFromInstructions } from '@smithy/core/endpoints';

type Endpoints = typeof getEndpointFromInstructions;
type Supplier = Parameters<Endpoints>[1];
export type Credentials = Awaited<ReturnType<DynamoDBClientResolvedConfig['credentials']>>;

/** Where requests go. */
export interface Destination {
  protocol: string;
  hostname: string;
  port: number | undefined;
  path: string;
  /** As the header names it: with the port, unless it is the protocol's own. */
  host: string;
  /** The region that signs, if that is not the client's. */
  signingRegion: string | undefined;
}

/**
 * Answers where the SDK would send requests by its settings: region, endpoints of the environment and of profiles, dual
 * stack and FIPS. It depends on the account of the credentials and not on the request, since tables are named and not
 * given by their ARN; so it is resolved once for each credentials.
 */
export function destinationsOf(config: DynamoDBClientResolvedConfig) {
  let known: { credentials: Credentials; destination: Destination } | undefined;
  return async (credentials: Credentials, command: { input: object; constructor: unknown }): Promise<Destination> => {
    if (known?.credentials !== credentials) {
      const destination = await resolve(config, command);
      known = { credentials, destination };
    }
    return known.destination;
  };
}

async function resolve(config: DynamoDBClientResolvedConfig, command: { input: object; constructor: unknown }) {
  const { url, properties } = await getEndpointFromInstructions(
    command.input,
    command.constructor as Supplier,
    {
      ...config,
    } as Parameters<Endpoints>[2],
  );
  const [scheme] = (properties?.authSchemes ?? []) as { signingRegion?: string }[];
  return {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? undefined : Number(url.port),
    path: url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`,
    host: url.host,
    signingRegion: scheme?.signingRegion,
  };
}

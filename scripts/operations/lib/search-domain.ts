import {
  DescribeDomainCommand,
  DescribeDomainHealthCommand,
  type DomainStatus,
  type OpenSearchClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-opensearch';
import { environmentNames, searchDomainName } from '#infra/config.ts';
import { UsageError } from '#local/settings.ts';

/** The current state of an Amazon OpenSearch Service domain. */
export interface SearchDomain {
  name: string;
  /** URL. */
  endpoint: string;
  /** Such as `OpenSearch_2.19`. */
  engineVersion: string;
  /** Health of the cluster: `Green`, `Yellow`, `Red` or `NotAvailable`. */
  health: string;
  dataNodes: string;
  unassignedShards: string;
  /** Its configuration or version is changing; it still answers. */
  changing: boolean;
}

/**
 * Returns the search domain of an environment; undefined if this account and region have none, as with `search: none`.
 * @throws UsageError for an unknown environment, and for a domain that has no endpoint yet or is being deleted.
 */
export async function findSearchDomain(
  client: OpenSearchClient,
  environment: string,
): Promise<SearchDomain | undefined> {
  const known = environmentNames.find((one) => one === environment);
  if (!known) throw new UsageError(`Unknown environment '${environment}': one of ${environmentNames.join(', ')}`);
  const name = searchDomainName(known);
  const status = await describeDomain(client, name);
  if (!status) return undefined;
  const host = status.Endpoint ?? status.EndpointV2;
  if (!host || status.Deleted) throw new UsageError(`The search domain '${name}' has no endpoint`);
  const health = await client.send(new DescribeDomainHealthCommand({ DomainName: name }));
  return {
    name,
    endpoint: `https://${host}`,
    engineVersion: status.EngineVersion ?? '',
    health: health.ClusterHealth ?? 'NotAvailable',
    dataNodes: health.DataNodeCount ?? '',
    unassignedShards: health.TotalUnAssignedShards ?? '',
    changing: status.Processing === true || status.UpgradeProcessing === true,
  };
}

async function describeDomain(client: OpenSearchClient, name: string): Promise<DomainStatus | undefined> {
  try {
    return (await client.send(new DescribeDomainCommand({ DomainName: name }))).DomainStatus;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Why the domain should not be written now; undefined if it may be. A yellow domain only lacks replicas. */
export function searchDomainProblem({ name, health, unassignedShards }: SearchDomain): string | undefined {
  if (health === 'Green' || health === 'Yellow') return undefined;
  return `The search domain '${name}' is ${health}: ${unassignedShards || 'unknown'} shards are not assigned`;
}

import {
  DescribeDomainCommand,
  DescribeDomainHealthCommand,
  DomainHealth,
  type DomainStatus,
  OpenSearchClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-opensearch';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { findSearchDomain, searchDomainProblem } from '#scripts/operations/lib/search-domain.ts';

// No engine of this service runs on one machine.
const service = mockClient(OpenSearchClient);
const client = new OpenSearchClient({ region: 'eu-central-1' });
const status: DomainStatus = {
  DomainId: '1/fiducial-prod',
  DomainName: 'fiducial-prod',
  ARN: 'arn:aws:es:eu-central-1:000000000000:domain/fiducial-prod',
  ClusterConfig: {},
  Created: true,
  EngineVersion: 'OpenSearch_2.19',
  Endpoint: 'search-fiducial-prod-x.eu-central-1.es.amazonaws.com',
  Processing: false,
};
beforeEach(() => {
  service.reset();
  service.on(DescribeDomainCommand, { DomainName: 'fiducial-prod' }).resolves({ DomainStatus: status });
  service
    .on(DescribeDomainHealthCommand, { DomainName: 'fiducial-prod' })
    .resolves({ ClusterHealth: 'Green', DataNodeCount: '3', TotalUnAssignedShards: '0' });
});
afterAll(() => service.restore());

describe('the search domain of an environment', () => {
  test('the search domain is found by its name, with its endpoint, version and health', async () => {
    expect(await findSearchDomain(client, 'prod')).toEqual({
      name: 'fiducial-prod',
      endpoint: 'https://search-fiducial-prod-x.eu-central-1.es.amazonaws.com',
      engineVersion: 'OpenSearch_2.19',
      health: 'Green',
      dataNodes: '3',
      unassignedShards: '0',
      changing: false,
    });
  });

  test.each([{ Processing: true }, { UpgradeProcessing: true }])(
    'the search domain is being changed while %o',
    async (change) => {
      service.on(DescribeDomainCommand).resolves({ DomainStatus: { ...status, ...change } });
      expect(await findSearchDomain(client, 'prod')).toMatchObject({ changing: true });
    },
  );

  test('the search domain is undefined where there is none; any other failure is one', async () => {
    service
      .on(DescribeDomainCommand)
      .rejectsOnce(new ResourceNotFoundException({ message: 'none', $metadata: {} }))
      .rejectsOnce(new Error('AccessDenied'));
    expect(await findSearchDomain(client, 'dev')).toBeUndefined();
    await expect(findSearchDomain(client, 'dev')).rejects.toThrow('AccessDenied');
  });

  test('the search domain is refused while it is made or deleted, and for an environment that there is not', async () => {
    const { Endpoint: _, ...unreachable } = status;
    service
      .on(DescribeDomainCommand)
      .resolvesOnce({ DomainStatus: unreachable })
      .resolvesOnce({ DomainStatus: { ...status, Deleted: true } });
    for (const _ of [1, 2])
      await expect(findSearchDomain(client, 'prod')).rejects.toThrow(
        "The search domain 'fiducial-prod' has no endpoint",
      );
    await expect(findSearchDomain(client, 'staging')).rejects.toThrow(
      "Unknown environment 'staging': one of dev, prod, local",
    );
  });
});

test('a search domain is filled while it is green or yellow, and in no other state', async () => {
  const domain = await findSearchDomain(client, 'prod');
  const problems = Object.values(DomainHealth).map((health) => [
    health,
    domain && searchDomainProblem({ ...domain, health, unassignedShards: '2' }),
  ]);
  expect(Object.fromEntries(problems)).toEqual({
    Green: undefined,
    Yellow: undefined,
    Red: "The search domain 'fiducial-prod' is Red: 2 shards are not assigned",
    NotAvailable: "The search domain 'fiducial-prod' is NotAvailable: 2 shards are not assigned",
  });
});

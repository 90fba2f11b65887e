import { describe, expect, it } from 'vitest';
import { streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { allowedActions, functionRoles, groupRole } from './roles.ts';
import { onlyResource, resourcesOf, synthesize, templateOf } from './synthesis.ts';

const prod = synthesize('prod', { context: { search: 'managed' } });
const search = templateOf(prod, 'search');
const domain = onlyResource(search, 'AWS::OpenSearchService::Domain').Properties;

describe('the search domain', () => {
  it('the search domain is OpenSearch 2.19 on three nodes in three zones, encrypted, reached by TLS alone', () => {
    expect(domain).toMatchObject({
      EngineVersion: 'OpenSearch_2.19',
      ClusterConfig: {
        InstanceCount: 3,
        ZoneAwarenessEnabled: true,
        ZoneAwarenessConfig: { AvailabilityZoneCount: 3 },
      },
      EncryptionAtRestOptions: { Enabled: true },
      NodeToNodeEncryptionOptions: { Enabled: true },
      DomainEndpointOptions: { EnforceHTTPS: true, TLSSecurityPolicy: 'Policy-Min-TLS-1-2-PFS-2023-10' },
    });
    expect(Object.keys(domain.LogPublishingOptions).toSorted()).toEqual([
      'ES_APPLICATION_LOGS',
      'INDEX_SLOW_LOGS',
      'SEARCH_SLOW_LOGS',
    ]);
  });

  it('the search domain admits signed requests of its own account alone', () => {
    const [statement, ...others] = domain.AccessPolicies.Statement;
    expect(others).toEqual([]);
    expect(JSON.stringify(statement.Principal)).toMatch(/:root/);
    expect(JSON.stringify(statement.Principal)).not.toContain('*');
    expect(JSON.stringify(statement.Resource)).toContain('domain/fiducial-prod/*');
  });

  it('the search domain gives the consumer and the group that searches their own requests on their own index', () => {
    const users = functionRoles(prod.service).filter((role) =>
      allowedActions(role).some((action) => action.startsWith('es:')),
    );
    const rights = users.map((role) => [
      role.description.split(':')[0],
      role.statements
        .flatMap(({ actions, resources }) => (actions[0]?.startsWith('es:') ? resources : []))
        .map((resource) => /"([^"]+)"\]\]\}$/.exec(JSON.stringify(resource))?.[1])
        .toSorted(),
    ]);
    expect(rights.toSorted()).toEqual([
      ['API, search', ['/note-events/_search']],
      [
        'Stream, search',
        [
          '/_alias/note-events',
          '/_index_template/note-events',
          '/note-events-000001',
          '/note-events/_bulk',
          '/note-events/_mapping',
        ],
      ],
    ]);
    expect(groupRole(prod.service, 'search').environment.OPENSEARCH_ENDPOINT).toBeDefined();
    expect(groupRole(prod.service, 'chips').environment.OPENSEARCH_ENDPOINT).toBeUndefined();
  });

  it('the search domain is one node where it is asked for in a small environment, and none where it is not', () => {
    expect(synthesize('dev').search).toBeUndefined();
    const small = templateOf(synthesize('dev', { context: { search: 'managed' } }), 'search');
    const { ClusterConfig } = onlyResource(small, 'AWS::OpenSearchService::Domain').Properties;
    expect(ClusterConfig).toMatchObject({ InstanceCount: 1, ZoneAwarenessEnabled: false });
  });
});

describe('consumers of the stream', () => {
  const mappings = (template: typeof prod.service) =>
    Object.values(resourcesOf(template, 'AWS::Lambda::EventSourceMapping'))
      .map(({ Properties }) => Properties)
      // Queues of work are read by mappings too.
      .filter(({ FilterCriteria }) => FilterCriteria !== undefined);

  it('consumers of the stream are delivered what their filter admits, halved on failure, with an end to retries', () => {
    expect(mappings(prod.service)).toHaveLength(streamConsumers.length);
    for (const consumer of streamConsumers) {
      const patterns = consumer.filters.map((filter) => ({ Pattern: JSON.stringify(filter) }));
      const mapping = mappings(prod.service).find(
        ({ FilterCriteria }) => JSON.stringify(FilterCriteria.Filters) === JSON.stringify(patterns),
      );
      expect(mapping).toMatchObject({
        BatchSize: consumer.batchSize,
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        MaximumRetryAttempts: consumer.retryAttempts,
        MaximumRecordAgeInSeconds: consumer.maximumRecordAgeSeconds,
        MaximumBatchingWindowInSeconds: consumer.batchingWindowSeconds,
        ParallelizationFactor: consumer.parallelizationFactor,
        StartingPosition: 'TRIM_HORIZON',
      });
      expect(patterns.length).toBeLessThanOrEqual(5);
    }
  });

  it('consumers of the stream put what they give up into an encrypted queue of their own', () => {
    const queues = resourcesOf(prod.service, 'AWS::SQS::Queue');
    const destinations = mappings(prod.service).map(
      ({ DestinationConfig }): string => DestinationConfig.OnFailure.Destination['Fn::GetAtt'][0],
    );
    expect(new Set(destinations).size).toBe(streamConsumers.length);
    for (const id of destinations) expect(queues[id]?.Properties.SqsManagedSseEnabled).toBe(true);
  });

  it('the consumer that keeps the search index is left out where there is no index', () => {
    const patterns = (template: typeof prod.service) => JSON.stringify(mappings(template));
    expect(patterns(prod.service)).toContain('note-event');
    expect(patterns(synthesize('dev').service)).not.toContain('note-event');
    const beside = synthesize('local', { context: { openSearchEndpoint: 'http://127.0.0.1:9200' } }).service;
    expect(patterns(beside)).toContain('note-event');
    expect(groupRole(beside, 'search').environment.OPENSEARCH_ENDPOINT).toBe('http://127.0.0.1:9200');
  });

  it('consumers may read the stream, and nothing of the table', () => {
    const role = functionRoles(prod.service).find(({ description }) => description.startsWith('Stream, search'));
    const actions = role ? allowedActions(role).filter((action) => action.startsWith('dynamodb:')) : [];
    expect(actions).toEqual([
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
    ]);
  });
});

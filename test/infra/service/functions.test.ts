import { describe, expect, it } from 'vitest';
import { groups } from '#shared/api/routes.ts';
import { streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { flowFunctions } from '#shared/runs/orchestration/flow-run.asl.ts';
import { functionRoles, groupRole } from '../roles.ts';
import { queueMappings, type Resource, resourcesOf, synthesize } from '../synthesis.ts';

const { service } = synthesize('prod', { context: { search: 'managed' } });
const local = synthesize('local').service;

describe('functions', () => {
  it('functions run Node 24 on arm64 with stated memory and time, each with a role and a log group of its own', () => {
    const functions = Object.values(resourcesOf(service, 'AWS::Lambda::Function'));
    expect(functions).toHaveLength(groups.length + flowFunctions.length + 6 + streamConsumers.length);
    for (const { Properties } of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], MemorySize: 1024 });
      expect(Properties.TracingConfig).toBeUndefined();
    }
    const distinct = (pick: (p: Resource['Properties']) => unknown) =>
      new Set(functions.map(({ Properties }) => JSON.stringify(pick(Properties)))).size;
    expect(distinct((p) => p.Role)).toBe(functions.length);
    expect(distinct((p) => p.LoggingConfig.LogGroup)).toBe(functions.length);
  });

  it('the consumers of the stream and what runs on a clock have calls for themselves where the configuration says so, and no other', () => {
    const reservedBy = (context: object) =>
      Object.values(
        resourcesOf(
          synthesize('prod', { context: { ...context, search: 'managed' } }).service,
          'AWS::Lambda::Function',
        ),
      ).flatMap(({ Properties: { Description, ReservedConcurrentExecutions: reserved } }) =>
        reserved === undefined ? [] : [`${reserved} ${Description}`],
      );
    const reserved = reservedBy({ reservedConcurrency: '5' });
    expect(reserved.filter((text) => text.startsWith('5 Stream, '))).toHaveLength(streamConsumers.length);
    const clocks = Object.values(resourcesOf(service, 'AWS::Events::Rule')).filter(
      (r) => r.Properties.ScheduleExpression,
    );
    expect(reserved.filter((text) => text.startsWith('5 '))).toHaveLength(streamConsumers.length + clocks.length);
    expect(reserved).toHaveLength(streamConsumers.length + clocks.length);
    expect(reservedBy({})).toEqual([]);
    // The calls of a queue are no more than what is reserved, and Lambda takes no ceiling below two.
    for (const [reservedConcurrency, ceiling] of [
      ['5', 5],
      ['1', 2],
    ] as const) {
      const { service: limited } = synthesize('prod', { context: { reservedConcurrency } });
      expect(queueMappings(limited).map(({ ScalingConfig }) => ScalingConfig.MaximumConcurrency)).toEqual([
        ceiling,
        ceiling,
      ]);
    }
  });

  it('slices of runs have a ceiling that leaves the API its share, where the quota of the account is known and allows one', () => {
    const ceiling = (context: Record<string, unknown>) =>
      Object.values(resourcesOf(synthesize('prod', { context }).service, 'AWS::Lambda::Function')).find(
        ({ Properties }) => Properties.Description === 'Runs: executes the next tasks of a plan',
      )?.Properties.ReservedConcurrentExecutions;
    expect(ceiling({})).toBeUndefined();
    expect(ceiling({ concurrencyQuota: '10' })).toBeUndefined();
    expect(ceiling({ concurrencyQuota: '1000' })).toBe(180);
  });

  it('functions of the API answer within the time that the gateway waits', () => {
    for (const { Properties } of Object.values(resourcesOf(service, 'AWS::Lambda::Function'))) {
      if (Properties.Description.startsWith('API, ')) expect(Properties.Timeout).toBeLessThan(30);
    }
  });

  it('functions get the variables that the configuration module reads', () => {
    for (const { environment } of functionRoles(service)) {
      expect(environment).toMatchObject({
        ENVIRONMENT: 'prod',
        SERVICE_ADMIN_USERNAME: 'admin',
        CALENDAR_TIMEZONE: 'Asia/Tokyo',
        LOG_LEVEL: 'INFO',
        STORED_FORMS: 'released',
        RESPONSE_CHECK_SHARE: '0.01',
        PROJECT_FILE_BYTES: '50000000000',
        PROJECT_ROWS: '20000000',
        RESULTS_KEPT_MONTHS: '0',
        LIMIT_TABLE_READ_UNITS: '12000',
        LIMIT_TABLE_WRITE_UNITS: '4000',
        LIMIT_PROJECT_SHARE: '0.1',
        LIMIT_USER_SHARE: '0.5',
        LIMIT_STARTS_PER_MINUTE: '60',
        LIMIT_UPLOAD_BYTES_PER_SECOND: '50000000',
        LIMIT_EXPORTS_PER_HOUR: '120',
        LIMIT_ADDRESS_REQUESTS_PER_SECOND: '20',
      });
      expect(environment).not.toHaveProperty('STRICT_RESPONSES');
      expect(environment.TABLE_NAME).toHaveProperty(['Fn::ImportValue']);
    }
    expect(groupRole(service, 'chips').environment.ORIGIN_SECRET).toHaveProperty(['Fn::Join']);
    expect(groupRole(local, 'chips').environment).toMatchObject({ ORIGIN_SECRET: '', STRICT_RESPONSES: 'true' });
  });

  it('every log group keeps its log for as long as configured', () => {
    const retention = (template: typeof service) =>
      new Set(Object.values(resourcesOf(template, 'AWS::Logs::LogGroup')).map((g) => g.Properties.RetentionInDays));
    expect(retention(service)).toEqual(new Set([180]));
    expect(retention(local)).toEqual(new Set([1]));
  });
});

import { Duration, Stack } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type DeploymentConfig, searchDomainName } from '#infra/config.ts';
import { tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';
import { alarmAction, inAlarms, makeAlarm, together, type Watch } from './alarm.ts';
import type { DataTable } from './data-table.ts';
import type { HttpApi } from './http-api.ts';
import { searchVolumeGigabytes } from './search-domain.ts';
import type { WatchedFunction, WatchedRuns } from './service-dashboard.ts';

export interface ServiceAlarmsProps {
  config: DeploymentConfig;
  /** The steps of runs. Their failures show neither as an API error nor as a dead letter. */
  steps: readonly WatchedFunction[];
  /** The function that runs on a schedule. */
  sweep: WatchedFunction;
  /** The consumers of the table's stream. */
  consumers: readonly WatchedFunction[];
  /** Dead-letter queues by the function that failed. Each message contains its error. */
  deadLetters: readonly { name: string; queue: Queue }[];
  runs: WatchedRuns;
  api: HttpApi;
  /** Checked responses that did not match their schema. */
  schemaMismatches: Metric;
  table: DataTable;
}

/** A lock that is held for longer needs attention. A run waits just as long for a worker. */
const oldLockSeconds = 24 * 3600;

/** The 99th percentile that needs no attention; the gateway times out after 30 s. */
const slowMilliseconds = 5_000;

/** Age of the oldest unread stream record that needs no attention; a consumer is normally a second behind. */
const lateMilliseconds = 10 * 60_000;

/** Share of the account's concurrency that needs no attention. */
const busyShare = 0.8;

/** Free space of a node of the search domain that needs no attention: a quarter, below which OpenSearch soon stops writes. */
const leastFreeMegabytes = searchVolumeGigabytes * 1024 * 0.25;

const period = Duration.minutes(5);
const sum = { period, statistic: Stats.SUM };
const maximum = { period, statistic: Stats.MAXIMUM };
const minimum = { period, statistic: Stats.MINIMUM };

/**
 * The alarms, one per remedy, since each metric of an alarm costs money. API functions show errors as responses of 500
 * or above, event-driven ones as dead letters or a lagging consumer. The steps of runs share one alarm.
 */
export class ServiceAlarms extends Construct {
  private readonly action: SnsAction | undefined;

  constructor(scope: Construct, id: string, props: ServiceAlarmsProps) {
    super(scope, id);
    this.action = alarmAction(this, props.config);
    this.watchThrottles();
    this.watchConcurrency(props.config);
    this.watchSearch(props.config);
    this.watchSweep(props.sweep);
    this.watchDeadLetters(props.deadLetters);
    this.watchConsumers(props.consumers);
    this.watchRuns(props);
    this.watchApi(props);
    this.watchTable(props.table);
  }

  /** All functions of an account share its concurrency, so one metric and one alarm cover them. */
  private watchThrottles(): void {
    this.alarm('Throttles', {
      description: 'A function was not started: too many run at once in this account and region',
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        ...sum,
      }),
    });
  }

  /** Before functions are throttled. Only with the quota, since each metric of an alarm costs money. */
  private watchConcurrency({ concurrencyQuota }: DeploymentConfig): void {
    if (concurrencyQuota === 0) return;
    this.alarm('Concurrency', {
      description: `The functions of this account and region use more than ${busyShare * 100} % of the ${concurrencyQuota} that run at once`,
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'ConcurrentExecutions', ...maximum }),
      threshold: Math.floor(concurrencyQuota * busyShare),
    });
  }

  private watchSearch({ search, environment }: DeploymentConfig): void {
    if (search !== 'managed') return;
    const dimensionsMap = { DomainName: searchDomainName(environment), ClientId: Stack.of(this).account };
    const metric = (metricName: string, of: typeof maximum) =>
      new Metric({ namespace: 'AWS/ES', metricName, dimensionsMap, ...of });
    this.alarm('SearchRed', {
      description: 'The search domain is red: a part of the index is not assigned to any node',
      metric: metric('ClusterStatus.red', maximum),
    });
    this.alarm('SearchFull', {
      description: `The search domain refuses writes, or a node has less than ${leastFreeMegabytes} MB of free space`,
      metric: new MathExpression({
        expression: `MAX([blocked, IF(free < ${leastFreeMegabytes}, 1, 0)])`,
        usingMetrics: {
          blocked: metric('ClusterIndexWritesBlocked', maximum),
          free: metric('FreeStorageSpace', minimum),
        },
        period,
      }),
    });
  }

  private watchSweep({ lambda }: WatchedFunction): void {
    this.alarm('SweepFailing', {
      description:
        'No sweep has ended well for a quarter of an hour: it fails, its rule is off, or what the alarms watch was deployed ' +
        'anew without them. An import or a deletion that was interrupted stays unfinished',
      metric: new MathExpression({
        // Lambda reports both metrics for each call, so missing data is an alarm too.
        expression: 'invocations - failures',
        usingMetrics: { invocations: lambda.metricInvocations(sum), failures: lambda.metricErrors(sum) },
        period,
      }),
      fewerThan: 1,
      periods: 3,
    });
  }

  private watchDeadLetters(deadLetters: ServiceAlarmsProps['deadLetters']): void {
    for (const [n, some] of inAlarms(deadLetters).entries())
      this.alarm(`DeadLetters${n === 0 ? '' : n + 1}`, {
        description: `Failed for good and kept in a dead-letter queue with its error: work of ${some.map(({ name }) => name).join(', ')}`,
        metric: together(
          'SUM',
          some.map(({ queue }) => queue.metricApproximateNumberOfMessagesVisible(maximum)),
        ),
      });
  }

  private watchConsumers(consumers: readonly WatchedFunction[]): void {
    this.alarm('ConsumersBehind', {
      description: `A consumer of the stream (${consumers.map(({ name }) => name).join(', ')}) is more than ten minutes behind, for a quarter of an hour`,
      metric: together(
        'MAX',
        consumers.map(({ lambda }) => lambda.metric('IteratorAge', maximum)),
      ),
      threshold: lateMilliseconds,
      periods: 3,
    });
  }

  private watchRuns({ steps, runs: { stateMachine, lockAge } }: ServiceAlarmsProps): void {
    for (const [n, some] of inAlarms(steps).entries())
      this.alarm(`StepErrors${n === 0 ? '' : n + 1}`, {
        description: `A step of a run ended in an error or ran out of time: ${some.map(({ name }) => name).join(', ')}`,
        metric: together(
          'SUM',
          some.map(({ lambda }) => lambda.metricErrors(sum)),
        ),
      });
    this.alarm('RunsNotSettled', {
      description: 'The Abort step of a run failed; the status rule and the sweep keep trying',
      metric: stateMachine.metricFailed(sum),
    });
    this.alarm('RunsTimedOut', {
      description: 'A run was ended because it lasted longer than the state machine allows',
      metric: stateMachine.metricTimedOut(sum),
    });
    this.alarm('OldLock', {
      description: 'One run has locked a project for more than a day: check whether it still works',
      metric: lockAge,
      threshold: oldLockSeconds,
    });
  }

  private watchApi({ api: { gateway }, schemaMismatches }: ServiceAlarmsProps): void {
    this.alarm('ServerErrors', {
      description: 'The API answered with a status of 500 or above',
      metric: gateway.metricServerError(sum),
    });
    this.alarm('Latency', {
      description: `One of a hundred requests took more than ${slowMilliseconds} ms, for a quarter of an hour`,
      metric: gateway.metricLatency({ period, statistic: Stats.p(99) }),
      threshold: slowMilliseconds,
      periods: 3,
    });
    this.alarm('SchemaMismatches', {
      description: 'A response did not match its schema; the log names the operation and the fields',
      metric: schemaMismatches,
    });
  }

  private watchTable({ table }: DataTable): void {
    // The table and each index, whose lag throttles writes to the table: ten metrics, the maximum of one alarm.
    const places = [{}, ...tableDefinition.indexes.map(({ name }) => ({ GlobalSecondaryIndexName: name }))];
    const metrics = ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((metricName) =>
      places.map((place) => {
        const dimensionsMap = { TableName: table.tableName, ...place };
        return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, ...sum });
      }),
    );
    this.alarm('TableThrottles', {
      description:
        'The table or one of its indexes throttled requests: a partition is too hot, or traffic rose too fast',
      metric: together('SUM', metrics),
    });
  }

  private alarm(id: string, watch: Watch): void {
    makeAlarm(this, id, watch, this.action);
  }
}

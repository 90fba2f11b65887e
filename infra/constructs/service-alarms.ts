import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { tableDefinition } from '#shared/store/dynamodb/table.ts';
import { alarmAction, makeAlarm, type Watch } from './alarm.ts';
import type { DataTable } from './data-table.ts';
import type { HttpApi } from './http-api.ts';
import type { WatchedFunction, WatchedRuns } from './service-dashboard.ts';

export interface ServiceAlarmsProps {
  config: DeploymentConfig;
  functions: readonly WatchedFunction[];
  /** The one that runs on a clock; it is also among the functions. */
  sweep: WatchedFunction & { deadLetters: IMetric };
  /** Archives that were given up. */
  archives: IMetric;
  /** Exports that were given up. */
  exports: IMetric;
  /** Firings of schedules that were given up. */
  firings: IMetric;
  runs: WatchedRuns;
  api: HttpApi;
  /** Answers that did not match their schema, among those that were checked. */
  schemaMismatches: IMetric;
  table: DataTable;
}

/** A lock that is held for longer than this is worth a look; the wait for a worker is as long. */
const oldLockSeconds = 24 * 3600;

/** Slowest one of a hundred requests that nobody need look at; the gateway gives up after 30 s. */
const slowMilliseconds = 5_000;

/** The alarms: errors, throttles, dead letters, answers of 500, failures of the sweep and of runs, latency. */
export class ServiceAlarms extends Construct {
  private readonly action: SnsAction | undefined;

  constructor(scope: Construct, id: string, props: ServiceAlarmsProps) {
    super(scope, id);
    this.action = alarmAction(this, props.config);
    for (const watched of props.functions) this.watchFunction(watched);
    this.watchThrottles();
    this.watchSweep(props.sweep);
    this.alarm('ArchiveDeadLetters', {
      description: 'An archive of figures was given up; its event lies in the dead-letter queue',
      metric: props.archives,
    });
    this.alarm('ExportDeadLetters', {
      description: 'An export of rows was given up; its event lies in the dead-letter queue',
      metric: props.exports,
    });
    this.alarm('ScheduleDeadLetters', {
      description:
        'A firing of a schedule was given up: no run was started, and its event lies in the dead-letter queue',
      metric: props.firings,
    });
    this.watchRuns(props.runs);
    this.watchApi(props);
    this.watchTable(props.table);
  }

  private watchFunction({ name, lambda }: WatchedFunction): void {
    const sum = { period: Duration.minutes(5), statistic: Stats.SUM };
    this.alarm(`${name}Errors`, {
      description: `The function '${name}' ended in an error or ran out of time`,
      metric: lambda.metricErrors(sum),
    });
  }

  /** The functions of an account share what may run at once: one metric of them all, for which one alarm is paid. */
  private watchThrottles(): void {
    this.alarm('Throttles', {
      description: 'A function was not started: too many run at once in this account and region',
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        period: Duration.minutes(5),
        statistic: Stats.SUM,
      }),
    });
  }

  private watchSweep({ name, lambda, deadLetters }: ServiceAlarmsProps['sweep']): void {
    this.alarm('SweepFailing', {
      description: 'The sweep fails time after time: an import or a deletion that was interrupted stays unfinished',
      metric: lambda.metricErrors({ period: Duration.minutes(5), statistic: Stats.SUM }),
      periods: 3,
    });
    this.alarm('SweepNotInvoked', {
      description:
        'No sweep for a quarter of an hour: its rule is off, or what the alarms watch was deployed anew without them',
      metric: lambda.metricInvocations({ period: Duration.minutes(5), statistic: Stats.SUM }),
      fewerThan: 1,
      periods: 3,
    });
    this.alarm('DeadLetters', {
      description: `A run of '${name}' was given up; its event lies in the dead-letter queue`,
      metric: deadLetters,
    });
  }

  private watchRuns({ stateMachine, deadLetters, lockAge }: WatchedRuns): void {
    const sum = { period: Duration.minutes(5), statistic: Stats.SUM };
    this.alarm('RunsNotSettled', {
      description: 'A run could not be ended by its own Abort; the status rule and the sweep try on',
      metric: stateMachine.metricFailed(sum),
    });
    this.alarm('RunsTimedOut', {
      description: 'A run was ended because it lasted longer than the state machine allows',
      metric: stateMachine.metricTimedOut(sum),
    });
    this.alarm('StatusDeadLetters', {
      description:
        'The end of a run could not be acted upon; its event lies in the dead-letter queue of the status rule',
      metric: deadLetters,
    });
    this.alarm('OldLock', {
      description: 'A project has been locked by one run for more than a day: see whether that run still works',
      metric: lockAge,
      threshold: oldLockSeconds,
    });
  }

  private watchApi({ api: { gateway }, schemaMismatches }: ServiceAlarmsProps): void {
    this.alarm('ServerErrors', {
      description: 'The API answered with a status of 500 or above',
      metric: gateway.metricServerError({ period: Duration.minutes(5), statistic: Stats.SUM }),
    });
    this.alarm('Latency', {
      description: `One of a hundred requests took more than ${slowMilliseconds} ms, for a quarter of an hour`,
      metric: gateway.metricLatency({ period: Duration.minutes(5), statistic: Stats.p(99) }),
      threshold: slowMilliseconds,
      periods: 3,
    });
    this.alarm('SchemaMismatches', {
      description: 'An answer was sent that does not match its schema; the log names the operation and the fields',
      metric: schemaMismatches,
    });
  }

  private watchTable({ table }: DataTable): void {
    // Of the table and of each index, whose lag holds the writes of the table up: ten metrics, the most of one alarm.
    const places = [{}, ...tableDefinition.indexes.map(({ name }) => ({ GlobalSecondaryIndexName: name }))];
    const metrics = ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((metricName) =>
      places.map((place) => {
        const dimensionsMap = { TableName: table.tableName, ...place };
        return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: Stats.SUM });
      }),
    );
    const usingMetrics = Object.fromEntries(metrics.map((metric, n) => [`m${n}`, metric]));
    this.alarm('TableThrottles', {
      description: 'The table or one of its indexes turned requests away: a partition is too hot, or use rose too fast',
      metric: new MathExpression({
        // A metric without data, which is all of them on a good day, takes nothing from a sum of a list.
        expression: `SUM([${Object.keys(usingMetrics).join(',')}])`,
        usingMetrics,
        period: Duration.minutes(5),
      }),
    });
  }

  private alarm(id: string, watch: Watch): void {
    makeAlarm(this, id, watch, this.action);
  }
}

import { Duration } from 'aws-cdk-lib';
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  Metric,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { DataTable } from './data-table.ts';
import type { HttpApi } from './http-api.ts';

/** A function with its display name. */
export interface WatchedFunction {
  name: string;
  lambda: LambdaFunction;
}

/** The state machine of runs, and the age of the oldest lock in seconds. */
export interface WatchedRuns {
  stateMachine: IStateMachine;
  lockAge: IMetric;
}

export interface ServiceDashboardProps {
  dashboardName: string;
  /** Generation of the service that is shown (rule DEPLOY-16). A dashboard cannot have tags for it. */
  generation: number;
  functions: readonly WatchedFunction[];
  /** Those of them that serve the API. */
  served: readonly WatchedFunction[];
  api: HttpApi;
  /** Checked responses that did not match their schema. */
  schemaMismatches: IMetric;
  table: DataTable;
  /** Dead letters, one metric per queue. */
  deadLetters: IMetric[];
  runs: WatchedRuns;
}

const period = Duration.minutes(5);
const sum = { period, statistic: Stats.SUM };

/**
 * One page with the health of the service: the API, its operations, the functions, the table, the dead letters. It has at
 * most 50 metrics, so that it is one of the account's three free dashboards.
 */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id);
    new Dashboard(this, 'Dashboard', {
      dashboardName: props.dashboardName,
      widgets: [
        [new TextWidget({ markdown: `Generation ${props.generation} of the service`, width: 24, height: 1 })],
        apiRow(props),
        logRow(props),
        functionRow(props),
        runRow(props),
        tableRow(props),
      ],
    });
  }
}

const graph = (title: string, left: IMetric[], label: string, width = 12): GraphWidget =>
  new GraphWidget({ title, left, width, leftYAxis: { label, showUnits: false, min: 0 } });

function apiRow({ api: { gateway } }: ServiceDashboardProps): GraphWidget[] {
  const latency = (percentile: number) =>
    gateway.metricLatency({ period, statistic: Stats.p(percentile), label: `p${percentile}` });
  return [
    graph(
      'Requests of the API',
      [
        gateway.metricCount({ ...sum, label: 'all' }),
        gateway.metricClientError({ ...sum, label: '4xx' }),
        gateway.metricServerError({ ...sum, label: '5xx' }),
      ],
      'in five minutes',
    ),
    graph('Latency of the API', [latency(50), latency(90), latency(99)], 'ms'),
  ];
}

/** What the logs say. A query reads them only while someone looks at the dashboard, and needs no metric. */
function logRow({ functions, served, schemaMismatches }: ServiceDashboardProps): IWidget[] {
  const query = (title: string, from: readonly WatchedFunction[], queryLines: string[]) =>
    new LogQueryWidget({
      title,
      width: 6,
      view: LogQueryVisualizationType.TABLE,
      logGroupNames: from.map(({ lambda }) => lambda.logGroup.logGroupName),
      queryLines,
    });
  return [
    query('Operations, slowest first', served, [
      "filter message = 'request'",
      'stats pct(latencyMilliseconds, 99) as p99_ms, count() as requests by operation',
      'sort p99_ms desc',
      'limit 20',
    ]),
    query('Failures by operation', served, [
      "filter message = 'request' and status >= 500",
      'stats count() as failures by operation',
      'sort failures desc',
    ]),
    query('Errors by function', functions, [
      "filter level = 'ERROR' or @message like /Task timed out/",
      'stats count() as errors by @log',
      'sort errors desc',
    ]),
    graph('Responses that do not match their schema', [schemaMismatches], 'in five minutes', 6),
  ];
}

/** Errors by function where no response shows them. All functions share the concurrency of the account. */
function functionRow({ functions, served }: ServiceDashboardProps): GraphWidget[] {
  const others = functions.filter((one) => !served.includes(one));
  const throttles = new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...sum, label: 'throttles' });
  return [
    graph(
      'Errors of functions outside the API',
      others.map(({ name, lambda }) => lambda.metricErrors({ ...sum, label: name })),
      'in five minutes',
    ),
    graph('Throttles of the account', [throttles], 'in five minutes'),
  ];
}

function runRow({ runs: { stateMachine, lockAge } }: ServiceDashboardProps): GraphWidget[] {
  return [
    graph(
      'Runs',
      [
        stateMachine.metricStarted({ ...sum, label: 'started' }),
        stateMachine.metricSucceeded({ ...sum, label: 'settled' }),
        stateMachine.metricFailed({ ...sum, label: 'not settled' }),
      ],
      'in five minutes',
    ),
    graph('Age of the oldest lock', [lockAge], 's'),
  ];
}

function tableRow({ table: { table }, deadLetters }: ServiceDashboardProps): GraphWidget[] {
  return [
    graph(
      'Capacity of the table',
      [
        table.metricConsumedReadCapacityUnits({ ...sum, label: 'read units' }),
        table.metricConsumedWriteCapacityUnits({ ...sum, label: 'write units' }),
      ],
      'in five minutes',
    ),
    graph('Given up', deadLetters, 'messages in the queues'),
  ];
}

import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, MathExpression, Stats, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { metricNamespace } from '#shared/observability.ts';
import type { DataTable } from './data-table.ts';
import type { HttpApi } from './http-api.ts';

/** A function with its display name. */
export interface WatchedFunction {
  name: string;
  lambda: IFunction;
}

/** The state machine of runs, and the age of the oldest lock in seconds. */
export interface WatchedRuns {
  stateMachine: IStateMachine;
  lockAge: IMetric;
}

export interface ServiceDashboardProps {
  dashboardName: string;
  /** Environment whose metrics are shown. */
  environment: string;
  /** Generation of the service that is shown (rule DEPLOY-16). A dashboard cannot have tags for it. */
  generation: number;
  functions: readonly WatchedFunction[];
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

/** One page with the health of the service: the API, its operations, the functions, the table, the dead letters. */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id);
    new Dashboard(this, 'Dashboard', {
      dashboardName: props.dashboardName,
      widgets: [
        [new TextWidget({ markdown: `Generation ${props.generation} of the service`, width: 24, height: 1 })],
        apiRow(props),
        operationRow(props),
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

/** Metrics that the functions emit, by operation. A search expression covers all operations. */
function operationRow({ environment, schemaMismatches }: ServiceDashboardProps): GraphWidget[] {
  const search = (metric: string, statistic: string) =>
    new MathExpression({
      expression: `SEARCH('{${metricNamespace},environment,operation,service} environment="${environment}" MetricName="${metric}"', '${statistic}', 300)`,
      usingMetrics: {},
      label: '',
      period,
    });
  return [
    graph('Latency by operation, p99', [search('latency', 'p99')], 'ms', 8),
    graph('Failures by operation', [search('serverErrors', 'Sum')], 'in five minutes', 8),
    graph('Answers that do not match their schema', [schemaMismatches], 'in five minutes', 8),
  ];
}

function functionRow({ functions }: ServiceDashboardProps): GraphWidget[] {
  return [
    graph(
      'Errors and throttles of functions',
      functions.flatMap(({ name, lambda }) => [
        lambda.metricErrors({ ...sum, label: `${name} errors` }),
        lambda.metricThrottles({ ...sum, label: `${name} throttles` }),
      ]),
      'in five minutes',
    ),
    graph(
      'Duration of functions, p99',
      functions.map(({ name, lambda }) => lambda.metricDuration({ period, statistic: Stats.p(99), label: name })),
      'ms',
    ),
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

import type { Template } from 'aws-cdk-lib/assertions';
import { type CostLine, lineOf } from './cost-line.ts';
import measured from './measured.json' with { type: 'json' };
import prices from './prices.json' with { type: 'json' };

/**
 * Polls of a queue by Lambda while nothing comes: five of them, each of which waits for twenty seconds (Lambda's guide,
 * "Configuring scaling behavior for SQS event source mappings"). With a ceiling of calls they do not become fewer.
 */
const pollsOfQueue = (5 * 30 * 24 * 3600) / 20;

/** What is in the templates of an environment, whichever stack holds it. */
interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is arbitrary JSON
  Properties?: Record<string, any>;
}

/** A month of AWS's price pages, which reckon with 730 hours. */
const hoursOfMonth = 730;
const minutesOfMonth = 30 * 24 * 60;
const gigabyte = 1e9;

/** Types without a price while idle, by the start of their name, with the reason. */
const idleForNothing: readonly (readonly [start: string, reason: string])[] = [
  ['AWS::ApiGatewayV2::', 'an HTTP API is paid by request'],
  ['AWS::Backup::', 'copies are paid by gigabyte, and reckoned with what is kept'],
  ['AWS::Budgets::Budget', 'a budget without actions is free'],
  ['AWS::CDK::Metadata', 'a note in the template'],
  ['AWS::CertificateManager::', 'public certificates are free'],
  ['AWS::CloudFront::', 'requests and bytes are paid, the first terabyte a month is free'],
  ['AWS::CodeDeploy::', 'deployments of Lambda are free'],
  ['AWS::Events::', "events of AWS's own services are free; the calls of a schedule are reckoned below"],
  ['AWS::IAM::', 'free'],
  ['AWS::Lambda::', 'paid by call and second; what runs on a clock is reckoned below'],
  ['AWS::Logs::', 'paid by the bytes that are written, which belong to what writes them'],
  ['AWS::Route53::RecordSet', 'an alias is free; the zone is not made here'],
  ['AWS::S3::', 'paid by request and gigabyte'],
  ['AWS::SNS::', 'paid by message'],
  ['AWS::SQS::', 'paid by request; the queues that Lambda polls are reckoned below'],
  ['AWS::Scheduler::', 'paid by firing'],
  ['AWS::SecretsManager::ResourcePolicy', 'a part of its secret'],
  ['AWS::StepFunctions::', 'paid by transition'],
  ['Custom::CDKBucketDeployment', 'a function that runs during a deployment'],
];

/** What an environment costs a month while no one uses it, by what its templates hold; with a gigabyte of data. */
export function idleCosts(templates: readonly Template[]): CostLine[] {
  const resources = templates.flatMap((template) => Object.values(template.toJSON().Resources) as Resource[]);
  const of = (type: string) => resources.filter(({ Type }) => Type === type).map(({ Properties = {} }) => Properties);
  const reckoned = ['SecretsManager::Secret', 'CloudWatch::Alarm', 'CloudWatch::Dashboard', 'WAFv2::WebACL'].concat([
    ...['OpenSearchService::Domain', 'DynamoDB::Table'],
  ]);
  for (const { Type } of resources)
    if (!idleForNothing.some(([start]) => Type.startsWith(start)) && !reckoned.includes(Type.replace('AWS::', '')))
      throw new Error(`Nothing is known of what ${Type} costs: see test/bench/costs/idle-costs.ts`);
  const alarmMetrics = of('AWS::CloudWatch::Alarm').reduce((sum, { Metrics = [{ MetricStat: {} }] }) => {
    const own = Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat !== undefined);
    return sum + own.length;
  }, 0);
  return [
    lineOf('Secrets', of('AWS::SecretsManager::Secret').length, prices.secretMonth),
    lineOf('Metrics of alarms', alarmMetrics, prices.cloudWatch.alarmMetricMonth),
    ...of('AWS::CloudWatch::Dashboard').map(({ DashboardBody }) =>
      lineOf(
        `Dashboard of more than ${prices.cloudWatch.freeDashboardMetrics} metrics`,
        metricsOfDashboard(DashboardBody) > prices.cloudWatch.freeDashboardMetrics ? 1 : 0,
        prices.cloudWatch.dashboardMonth,
      ),
    ),
    ...clockCosts(of('AWS::Events::Rule'), of('AWS::Lambda::Function')),
    lineOf(
      'Polls of empty queues',
      of('AWS::Lambda::EventSourceMapping').filter(({ ScalingConfig }) => ScalingConfig).length * pollsOfQueue,
      prices.queues.millionRequests,
      1e6,
    ),
    ...of('AWS::DynamoDB::Table').map(({ SSESpecification }) => {
      // DynamoDB asks the key at most once in five minutes for each function that uses the table: those on a clock.
      const requests = SSESpecification?.SSEEnabled ? (clocked.size * minutesOfMonth) / 5 : 0;
      return lineOf("Requests to the table's key", requests, prices.keys.tenThousandRequests, 10_000);
    }),
    ...of('AWS::DynamoDB::Table').map(({ PointInTimeRecoverySpecification: recovery }) => {
      const { gigabyteMonth, recoveryGigabyteMonth } = prices.dynamodb;
      const price = gigabyteMonth + (recovery?.PointInTimeRecoveryEnabled ? recoveryGigabyteMonth : 0);
      return lineOf('Data with recovery, GB', 1, price);
    }),
    ...of('AWS::WAFv2::WebACL').map(({ Rules }) => ({
      what: 'Firewall and its rules',
      how: `${prices.firewall.webAcl} + ${Rules.length} x ${prices.firewall.rule}`,
      dollars: prices.firewall.webAcl + Rules.length * prices.firewall.rule,
    })),
    ...of('AWS::OpenSearchService::Domain').map(searchCosts),
  ].filter(({ dollars }) => dollars > 0);
}

/**
 * How many metrics a dashboard shows, with each statistic of one counted by itself.
 * @throws Error for a search expression, whose metrics no template says.
 */
export function metricsOfDashboard(body: unknown): number {
  const text = partsOf(body).join('');
  if (text.includes('SEARCH(')) throw new Error('A dashboard with a search expression has metrics without number');
  const { widgets } = JSON.parse(text) as { widgets: { properties: { metrics?: unknown[] } }[] };
  return widgets.reduce((sum, { properties }) => sum + (properties.metrics?.length ?? 0), 0);
}

/** The texts that a template joins; what it refers to becomes an `x`. */
const partsOf = (body: unknown): string[] =>
  typeof body === 'string'
    ? [body]
    : ((body as { 'Fn::Join': [string, unknown[]] })['Fn::Join'][1] ?? []).map((part) =>
        typeof part === 'string' ? part : 'x',
      );

/** What runs on a clock, by how many minutes lie between two runs, with what one takes where there is nothing to do. */
const clocked = new Map([
  [5, { what: 'Sweeps', taken: measured.sweep }],
  [1, { what: 'Looks at what is due to webhooks', taken: measured.deliver }],
]);

function clockCosts(rules: Record<string, string>[], functions: Record<string, number>[]): CostLine[] {
  const rates = rules.flatMap(
    ({ ScheduleExpression = '' }) => /^rate\((\d+) minutes?\)$/.exec(ScheduleExpression)?.[1] ?? [],
  );
  const memoryGigabytes = Math.max(...functions.map(({ MemorySize = 0 }) => MemorySize)) / 1024;
  return rates.map((minutes) => {
    const known = clocked.get(Number(minutes));
    if (!known) throw new Error(`Nothing is known of what runs every ${minutes} minutes`);
    const runs = minutesOfMonth / Number(minutes);
    const { milliseconds, readUnits, logBytes } = known.taken;
    const dollars =
      runs *
      ((milliseconds / 1000) * memoryGigabytes * prices.lambda.gigabyteSecond +
        prices.lambda.millionRequests / 1e6 +
        (readUnits * prices.dynamodb.millionReadUnits) / 1e6 +
        (logBytes / gigabyte) * prices.cloudWatch.logGigabyte);
    return { what: known.what, how: `${runs} of ${milliseconds} ms at ${memoryGigabytes} GB`, dollars };
  });
}

function searchCosts({ ClusterConfig, EBSOptions }: Record<string, Record<string, never>>): CostLine {
  const { InstanceType = '', InstanceCount = 0 } = ClusterConfig ?? {};
  const { VolumeSize = 0 } = EBSOptions ?? {};
  const hourly = (prices.search as Record<string, number>)[InstanceType];
  if (hourly === undefined) throw new Error(`No price is known of the search instance '${InstanceType}'`);
  const { gp3GigabyteMonth } = prices.search;
  return {
    what: 'Search domain',
    how: `${InstanceCount} x (${hoursOfMonth} x ${hourly} + ${VolumeSize} x ${gp3GigabyteMonth})`,
    dollars: InstanceCount * (hoursOfMonth * hourly + VolumeSize * gp3GigabyteMonth),
  };
}

import type { Template } from 'aws-cdk-lib/assertions';
import { type CostLine, lineOf } from './cost-line.ts';
import measured from './measured.json' with { type: 'json' };
import prices from './prices.json' with { type: 'json' };

/** What stands in the templates of an environment, whichever stack holds it. */
interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is arbitrary JSON
  Properties?: Record<string, any>;
}

/** A month of AWS's price pages, which reckon with 730 hours. */
const hoursOfMonth = 730;
const minutesOfMonth = 30 * 24 * 60;
const gigabyte = 1e9;

/**
 * Types that cost nothing while nobody uses them. A type that stands neither here nor among what is reckoned below fails:
 * nobody has asked yet what it costs.
 */
const idleForNothing =
  /^AWS::(ApiGatewayV2|Backup|CertificateManager|CodeDeploy|Events|IAM|Route53|S3|SQS|Scheduler|StepFunctions|SNS)::|^AWS::Lambda::(Alias|Version|Permission|EventSourceMapping|EventInvokeConfig|LayerVersion|Function)$|^AWS::Logs::(LogGroup|ResourcePolicy)$|^AWS::CloudFront::|^AWS::CDK::Metadata$|^Custom::CDKBucketDeployment$|^AWS::SecretsManager::ResourcePolicy$/;

/** What an environment costs a month while nobody uses it, by what its templates hold; with a gigabyte of data. */
export function idleCosts(templates: readonly Template[]): CostLine[] {
  const resources = templates.flatMap((template) => Object.values(template.toJSON().Resources) as Resource[]);
  const of = (type: string) => resources.filter(({ Type }) => Type === type).map(({ Properties = {} }) => Properties);
  const reckoned = ['SecretsManager::Secret', 'CloudWatch::Alarm', 'CloudWatch::Dashboard', 'WAFv2::WebACL'].concat([
    ...['OpenSearchService::Domain', 'DynamoDB::Table'],
  ]);
  for (const { Type } of resources)
    if (!idleForNothing.test(Type) && !reckoned.includes(Type.replace('AWS::', '')))
      throw new Error(`Nothing is known of what ${Type} costs: see test/bench/costs/idle-costs.ts`);
  const alarmMetrics = of('AWS::CloudWatch::Alarm').reduce((sum, { Metrics = [{ MetricStat: {} }] }) => {
    const own = Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat !== undefined);
    return sum + own.length;
  }, 0);
  return [
    lineOf('Secrets', of('AWS::SecretsManager::Secret').length, prices.secretMonth),
    lineOf('Metrics of alarms', alarmMetrics, prices.cloudWatch.alarmMetricMonth),
    lineOf('Metric `lockAge`, written by every sweep', 1, prices.cloudWatch.customMetricMonth),
    ...clockCosts(of('AWS::Events::Rule'), of('AWS::Lambda::Function')),
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

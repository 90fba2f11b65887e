import { type AwsSender, askJson } from './aws-requests.ts';

/** Region of CloudFront's own resources. */
const edgeRegion = 'us-east-1';

/** Oldest bootstrap version that current CDK stacks accept. */
const bootstrapVersion = 6;

/** Concurrency that a deployment needs: a page sends ten requests, and a run has several functions at a time. */
const wantedConcurrency = 50;

/** Findings about an account: obstacles, notes, and failed checks. */
export interface AccountHealth {
  problems: string[];
  notes: string[];
  /** One line per failed check, with the reason. */
  unknown: string[];
}

/** The last line of all checks. A failed check counts as a problem. */
export function verdictOf({ problems, unknown }: Pick<AccountHealth, 'problems' | 'unknown'>): {
  line: string;
  isWell: boolean;
} {
  const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
  const found = problems.length > 0 ? count(problems.length, 'problem', 'problems') : 'No problems found';
  if (unknown.length === 0) return { line: found, isWell: problems.length === 0 };
  return { line: `${found}; ${count(unknown.length, 'check', 'checks')} could not be made`, isWell: false };
}

/** Runs a check. If it fails, it finds nothing, and its reason is added to the unknowns. */
export async function orUnknown(what: string, check: () => Promise<string[]>, unknown: string[]): Promise<string[]> {
  return check().catch((error: Error) => {
    unknown.push(`${what}: not known, ${error.message}`);
    return [];
  });
}

/** Requirements on an account before the first deployment. */
export interface AccountQuestions {
  region: string;
  /** Concurrency to reserve (`reservedConcurrency`, and the ceiling of slices), 0 for none. */
  reserved: number;
  /** The setting of that name; 0 if it is not set. */
  concurrencyQuota: number;
  /** Write units that the table should admit immediately, 0 for the default of a new table. */
  warmWriteUnits: number;
}

/** Checks whether an account and region can take a deployment. Read-only. */
export async function accountHealth(send: AwsSender, questions: AccountQuestions): Promise<AccountHealth> {
  const found: AccountHealth = { problems: [], notes: [], unknown: [] };
  const { region } = questions;
  const ask = async (what: string, question: () => Promise<void>) => {
    const check = async () => {
      await question().catch((error: Error & { cause?: { code?: string } }) => {
        if (error.cause?.code !== 'ENOTFOUND') throw error;
        found.problems.push(`${what}: there is no such service in ${region}`);
      });
      return [];
    };
    await orUnknown(what, check, found.unknown);
  };
  for (const where of new Set([region, edgeRegion]))
    await ask(`Bootstrap of ${where}`, () => checkBootstrap(send, where, found));
  await ask('Lambda', () => checkLambda(send, questions, found));
  await ask('DynamoDB', () => checkDynamo(send, questions, found));
  await ask('CloudFront', () => checkCloudFront(send, found));
  for (const { what, service, operation, version } of others)
    await ask(what, async () => void (await askJson(send, { service, region, operation, version }, {})));
  return found;
}

/** The other services that a deployment uses, each checked by a listing call. */
const others = [
  { what: 'Step Functions', service: 'states', operation: 'AWSStepFunctions.ListStateMachines', version: '1.0' },
  { what: 'EventBridge', service: 'events', operation: 'AWSEvents.ListRules', version: '1.1' },
  { what: 'Secrets Manager', service: 'secretsmanager', operation: 'secretsmanager.ListSecrets', version: '1.1' },
  { what: 'SQS', service: 'sqs', operation: 'AmazonSQS.ListQueues', version: '1.0' },
  { what: 'CodeDeploy', service: 'codedeploy', operation: 'CodeDeploy_20141006.ListApplications', version: '1.1' },
] as const;

async function checkBootstrap(send: AwsSender, region: string, { problems }: AccountHealth): Promise<void> {
  const remedy = `npx cdk bootstrap aws://<account>/${region}`;
  const operation = { service: 'ssm', region, operation: 'AmazonSSM.GetParameter', version: '1.1' } as const;
  const parameter = await askJson<{ Parameter?: { Value?: string } }>(send, operation, {
    Name: '/cdk-bootstrap/hnb659fds/version',
  }).catch((error: Error) => {
    if (error.message.includes('ParameterNotFound')) return undefined;
    throw error;
  });
  if (!parameter) problems.push(`${region} is not bootstrapped: ${remedy}`);
  else if (Number(parameter.Parameter?.Value) < bootstrapVersion)
    problems.push(`The bootstrap of ${region} is too old, ${parameter.Parameter?.Value}: ${remedy}`);
}

async function checkLambda(
  send: AwsSender,
  { region, reserved, concurrencyQuota }: AccountQuestions,
  found: AccountHealth,
): Promise<void> {
  const path = '/2016-08-19/account-settings/';
  const { status, text } = await send({ service: 'lambda', region, method: 'GET', path });
  if (status !== 200) throw new Error(`${status}: ${text.slice(0, 200)}`);
  const { AccountLimit: limit = {} } = JSON.parse(text) as {
    AccountLimit?: { ConcurrentExecutions?: number; UnreservedConcurrentExecutions?: number };
  };
  const { ConcurrentExecutions: all = 0, UnreservedConcurrentExecutions: free = all } = limit;
  const quota = 'Service Quotas, Lambda, Concurrent executions';
  if (all < wantedConcurrency)
    found.problems.push(
      `Lambda runs ${all} functions at once in this account, and a few people need ${wantedConcurrency}: ${quota}`,
    );
  else found.notes.push(`Lambda runs ${all} functions at once, ${free} of them unreserved`);
  if (reserved > 0 && free - reserved < 100)
    found.problems.push(
      `Lambda refuses reservedConcurrency with the ceiling of slices: of ${free} calls less than 100 would stay. ${quota}`,
    );
  if (concurrencyQuota !== 0 && concurrencyQuota !== all)
    found.problems.push(
      `concurrencyQuota is ${concurrencyQuota}, but Lambda runs ${all} functions at once: set it to that`,
    );
  else if (concurrencyQuota === 0 && all > 100)
    found.notes.push(`Slices of runs have no ceiling: set concurrencyQuota to ${all}, so that the API keeps its share`);
}

async function checkDynamo(
  send: AwsSender,
  { region, warmWriteUnits }: AccountQuestions,
  found: AccountHealth,
): Promise<void> {
  const target = { service: 'dynamodb', region, operation: 'DynamoDB_20120810.DescribeLimits' };
  const { TableMaxWriteCapacityUnits: most = 0 } = await askJson<{ TableMaxWriteCapacityUnits?: number }>(
    send,
    target,
    {},
  );
  if (most < Math.max(4000, warmWriteUnits))
    found.problems.push(`A table admits ${most} write units a second in this account: Service Quotas, DynamoDB`);
  else found.notes.push(`A table admits ${most} write units a second`);
}

/** An account without a distribution may need verification by AWS, which only shows when one is created. */
async function checkCloudFront(send: AwsSender, { problems, notes }: AccountHealth): Promise<void> {
  const path = '/2020-05-31/distribution';
  const { status, text } = await send({
    ...{ service: 'cloudfront', region: edgeRegion, host: 'cloudfront.amazonaws.com', method: 'GET', path },
    query: { MaxItems: '1' },
  });
  if (status !== 200 && /verif/i.test(text))
    problems.push('CloudFront: AWS wants to verify this account first; ask its support');
  else if (status !== 200) throw new Error(`${status}: ${text.slice(0, 200)}`);
  else if (/<Quantity>0<\/Quantity>/.test(text))
    notes.push(
      'CloudFront: there is no distribution yet. Of some new accounts AWS wants to verify who they are before the first one: where ' +
        'the stack `web` fails with "must be verified", ask its support and deploy again',
    );
}

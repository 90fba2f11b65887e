/** `npm run preflight`: see the help text below, and "Before an operation" in docs/operations.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { OpenSearchClient } from '@aws-sdk/client-opensearch';
import { loadDeploymentConfig } from '#infra/config.ts';
import { UsageError } from '#local/settings.ts';
import { streamConsumers } from '#shared/store/system/stream-consumers.ts';
import { projectRoot } from '../tools/project-root.ts';
import { accountHealth } from './lib/account-health.ts';
import { awsSender } from './lib/aws-requests.ts';
import { findSearchDomain, searchDomainProblem } from './lib/search-domain.ts';
import { signInProblems } from './lib/sign-in-health.ts';
import { tableProblems } from './lib/table-health.ts';

const helpText = `Checks whether an account can take a deployment, and whether one that is there is healthy.

  npm run preflight -- --environment <dev|prod>

The account and AWS_REGION: bootstrap there and in us-east-1, the calls that Lambda runs at once, DynamoDB's quotas, CloudFront,
that every service is there, and the provider by which people sign in, if there is one. With TABLE_NAME (output TableName of the stack data) the deployment as well: its table, the table's
indexes and stream, and its search domain.

Ends with 1 where something is in the way. Reads only, with the credentials of the environment.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { environment: { type: 'string' }, help: { type: 'boolean' } },
    strict: true,
  });
  if (values.help) return console.log(helpText);
  const tableName = process.env.TABLE_NAME;
  const { environment } = values;
  const region = process.env.AWS_REGION;
  if (environment === undefined || !region) throw new UsageError(helpText);
  const context = { ...readContext(), environment };
  const config = loadDeploymentConfig((key) => context[key as keyof typeof context]);
  const { problems, notes } = await accountHealth(awsSender(), {
    region,
    reserved: config.reservedConcurrency > 0 ? config.reservedConcurrency * streamConsumers.length + onClocks : 0,
    warmWriteUnits: config.warmWriteUnitsPerSecond,
  });
  for (const note of notes) console.log(note);
  problems.push(...(await signInProblems(config.oidcIssuer)));
  if (tableName) problems.push(...(await deploymentProblems(environment, tableName)));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('No problems found');
}

/** Functions on a clock, of which each has one call. */
const onClocks = 2;

/** The settings of cdk.json. */
const readContext = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8')).context;

/** What is in the way of an operation on a deployment that is there. */
async function deploymentProblems(environment: string, tableName: string): Promise<string[]> {
  const problems = await tableProblems(new DynamoDBClient({}), tableName);
  const domain = await findSearchDomain(new OpenSearchClient({}), environment);
  if (domain) {
    const { endpoint, engineVersion, health, dataNodes, changing } = domain;
    console.log(`Search: ${endpoint}, ${engineVersion}, ${dataNodes} data nodes, ${health}`);
    if (changing) console.log('Search: the domain is being changed; it stays available');
    problems.push(...[searchDomainProblem(domain)].flatMap((problem) => problem ?? []));
  } else console.log('Search: no domain, the table is searched');
  return problems;
}

await main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
});

/** `npm run preflight`: see the help text below, and "Before an operation" in docs/operations.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { OpenSearchClient } from '@aws-sdk/client-opensearch';
import { reservedInAll } from '#infra/concurrency.ts';
import { loadDeploymentConfig } from '#infra/config.ts';
import { UsageError } from '#local/settings.ts';
import { projectRoot } from '../tools/project-root.ts';
import { accountHealth, orUnknown, verdictOf } from './lib/account-health.ts';
import { awsSender } from './lib/aws-requests.ts';
import { findSearchDomain, searchDomainProblem } from './lib/search-domain.ts';
import { signInProblems } from './lib/sign-in-health.ts';
import { tableProblems } from './lib/table-health.ts';

const helpText = `Checks whether an account can take a deployment, and whether one that is there is healthy.

  npm run preflight -- --environment <dev|prod>

The account and AWS_REGION: bootstrap there and in us-east-1, the calls that Lambda runs at once, DynamoDB's quotas, CloudFront,
that every service is there, and the provider by which people sign in, if there is one. With TABLE_NAME (output TableName of the stack data) the deployment as well: its table, the table's
indexes and stream, and its search domain.

Ends with 1 where something is in the way, or could not be checked. Reads only, with the credentials of the environment.`;

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
  const config = loadDeploymentConfig({ ...readContext(), environment });
  const { problems, notes, unknown } = await accountHealth(awsSender(), {
    region,
    reserved: reservedInAll(config),
    concurrencyQuota: config.concurrencyQuota,
    warmWriteUnits: config.warmWriteUnitsPerSecond,
  });
  for (const note of notes) console.log(note);
  problems.push(...(await signInProblems(config.oidcIssuer)));
  if (tableName) {
    const ofTable = () => tableProblems(new DynamoDBClient({}), tableName);
    problems.push(...(await orUnknown('Table', ofTable, unknown)));
    problems.push(...(await orUnknown('Search', () => searchProblems(environment), unknown)));
  }
  for (const line of [...unknown, ...problems]) console.error(line);
  const { line, isWell } = verdictOf({ problems, unknown });
  if (isWell) return console.log(line);
  console.error(line);
  process.exitCode = 1;
}

/** The settings of cdk.json. */
const readContext = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8')).context;

/** Logs the state of the search domain and returns its problems. */
async function searchProblems(environment: string): Promise<string[]> {
  const domain = await findSearchDomain(new OpenSearchClient({}), environment);
  if (!domain) {
    console.log('Search: no domain, the table is searched');
    return [];
  }
  const { endpoint, engineVersion, health, dataNodes, changing } = domain;
  console.log(`Search: ${endpoint}, ${engineVersion}, ${dataNodes} data nodes, ${health}`);
  if (changing) console.log('Search: the domain is being changed; it stays available');
  return [searchDomainProblem(domain)].flatMap((problem) => problem ?? []);
}

await main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
});

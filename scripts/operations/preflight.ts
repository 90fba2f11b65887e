/** `npm run preflight`: see the help text below, and "Before an operation" in docs/operations.md. */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { OpenSearchClient } from '@aws-sdk/client-opensearch';
import { UsageError } from '#local/settings.ts';
import { findSearchDomain, searchDomainProblem } from './lib/search-domain.ts';
import { tableProblems } from './lib/table-health.ts';

const helpText = `Checks whether a deployment is healthy: its table, the table's indexes and stream, and its search domain.

  npm run preflight -- --environment <dev|prod>   TABLE_NAME names its table (output TableName of the stack data)

Ends with 1 where something is in the way. Reads only, with the credentials of the environment.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { environment: { type: 'string' }, help: { type: 'boolean' } },
    strict: true,
  });
  if (values.help) return console.log(helpText);
  const tableName = process.env.TABLE_NAME;
  if (values.environment === undefined || !tableName) throw new UsageError(helpText);
  const problems = await tableProblems(new DynamoDBClient({}), tableName);
  const domain = await findSearchDomain(new OpenSearchClient({}), values.environment);
  if (domain) {
    const { endpoint, engineVersion, health, dataNodes, changing } = domain;
    console.log(`Search: ${endpoint}, ${engineVersion}, ${dataNodes} data nodes, ${health}`);
    if (changing) console.log('Search: the domain is being changed; it stays available');
    problems.push(...[searchDomainProblem(domain)].flatMap((problem) => problem ?? []));
  } else console.log('Search: no domain, the table is searched');
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('No problems found');
}

await main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
});

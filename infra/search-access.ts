import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** The OpenSearch that the functions use. */
export interface SearchTarget {
  /** URL. */
  endpoint: string;
  /** ARN of a domain; absent for an OpenSearch without signed requests, such as one used with an emulator. */
  domainArn: string | undefined;
}

/** What a function does with the index. */
export type SearchUse = 'search' | 'index';

/** Alias of the index of note events, the default of `OPENSEARCH_ALIAS` in `shared/kernel/config.ts`. */
const alias = 'note-events';

/** The requests of `shared/search/index/open-search.ts` by use. Each right is limited to this index. */
const requests: Record<SearchUse, { method: string; path: string }[]> = {
  search: [{ method: 'Post', path: `${alias}/_search` }],
  index: [
    { method: 'Post', path: `${alias}/_bulk` },
    { method: 'Put', path: `_index_template/${alias}` },
    { method: 'Head', path: `_alias/${alias}` },
    { method: 'Put', path: `${alias}-000001` },
    { method: 'Put', path: `${alias}/_mapping` },
  ],
};

/** Sets `OPENSEARCH_ENDPOINT` for a function and grants it the requests of one use. */
export function allowSearch(
  user: Construct & { lambda: LambdaFunction; role: Role },
  { endpoint, domainArn }: SearchTarget,
  use: SearchUse,
): void {
  user.lambda.addEnvironment('OPENSEARCH_ENDPOINT', endpoint);
  if (!domainArn) return;
  for (const { method, path } of requests[use]) {
    const statement = new PolicyStatement({ actions: [`es:ESHttp${method}`], resources: [`${domainArn}/${path}`] });
    user.role.addToPrincipalPolicy(statement);
  }
}

import type { Template } from 'aws-cdk-lib/assertions';
import { type Resource, resourcesOf } from './synthesis.ts';

interface Body {
  info: { title: string };
  tags: object[];
  paths: Record<string, Record<string, Operation> & { parameters?: { name: string }[] }>;
  components: { 'x-amazon-apigateway-integrations': Record<string, Integration> };
}

interface Operation {
  isDefaultRoute?: true;
  responses?: object;
  'x-amazon-apigateway-integration': { $ref: string };
}

/** An integration; its address joins texts and references. */
export interface Integration {
  type: string;
  httpMethod: string;
  payloadFormatVersion: string;
  uri: { 'Fn::Join': [string, unknown[]] };
}

/** The API that is imported, with its logical id. */
export function importedApi(template: Template): { id: string; api: Resource; body: Body } {
  const imported = Object.entries(resourcesOf(template, 'AWS::ApiGatewayV2::Api')).filter(
    ([, { Properties }]) => Properties.Body !== undefined,
  );
  const [[id, api] = []] = imported;
  if (id === undefined || api === undefined || imported.length > 1)
    throw new Error(`${imported.length} APIs have a body`);
  return { id, api, body: api.Properties.Body };
}

/** Route key, such as `GET /chips`, `ANY /chips/{chip_id}` or `$default` -> integration. */
export function importedRoutes(template: Template): Map<string, Integration> {
  const { paths, components } = importedApi(template).body;
  const routes = Object.entries(paths).flatMap(([path, { parameters: _, ...operations }]) =>
    Object.entries(operations).map(([method, operation]) => {
      const name = operation['x-amazon-apigateway-integration'].$ref.split('/').at(-1) ?? '';
      const integration = components['x-amazon-apigateway-integrations'][name];
      if (!integration) throw new Error(`${method} ${path} has no integration '${name}'`);
      const key = `${method === 'x-amazon-apigateway-any-method' ? 'ANY' : method.toUpperCase()} ${path}`;
      return [operation.isDefaultRoute ? '$default' : key, integration] as const;
    }),
  );
  return new Map(routes);
}

/** Logical id of the function that an integration calls, and the alias by which it does. */
export function calledBy({ uri }: Integration): { functionId: string; alias: string | undefined } {
  const parts = uri['Fn::Join'][1] as (string | { 'Fn::GetAtt'?: [string, string] })[];
  const ids = parts.flatMap((part) => (typeof part === 'string' ? [] : (part['Fn::GetAtt']?.[0] ?? [])));
  const [functionId, ...others] = ids;
  const [, alias, end] = /^(?::(\w+))?(\/invocations)$/.exec(String(parts.at(-1))) ?? [];
  if (functionId === undefined || others.length > 0 || !end)
    throw new Error(`Not one function: ${JSON.stringify(uri)}`);
  return { functionId, alias };
}

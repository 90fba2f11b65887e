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

/** Logical id of the function or the alias that an integration calls. */
export function calledBy({ uri }: Integration): string {
  const parts = uri['Fn::Join'][1] as { Ref?: string; 'Fn::GetAtt'?: [string, string] }[];
  const id = parts.flatMap(({ Ref, 'Fn::GetAtt': attribute }) => attribute?.[0] ?? Ref ?? []);
  const [called, ...others] = id.filter((one) => !one.startsWith('AWS::'));
  if (called === undefined || others.length > 0) throw new Error(`Not one function: ${JSON.stringify(uri)}`);
  return called;
}

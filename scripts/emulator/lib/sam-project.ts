/** What SAM needs to serve the API of a synthesized template, as `npm run sam` gives it. */

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
}

/** A CloudFormation template. */
export interface Template {
  Resources: Record<string, Resource>;
}

/** The variables of functions by the names of their resources. */
export type FunctionVariables = Record<string, Record<string, string>>;

interface Document {
  paths: Record<string, Record<string, unknown>>;
  components: { 'x-amazon-apigateway-integrations': Record<string, object> };
}

/** This machine as containers name it; Docker Desktop knows the name, and Linux is given it. */
const hostOfContainers = 'host.docker.internal';

const integrationKey = 'x-amazon-apigateway-integration';
const integrationsPath = '#/components/x-amazon-apigateway-integrations/';

/**
 * The API and its functions of the stack `service` as SAM reads them: SAM follows no `$ref` to an integration, and sets only
 * those variables that a function of the template names.
 * @param variables those that no template has, such as the address of the emulator.
 */
export function samTemplate(template: Template, variables: Record<string, string> = {}): Template {
  const apis = resourcesOf(template, 'AWS::ApiGatewayV2::Api').filter(([, { Properties }]) => Properties?.Body);
  const [api, ...others] = apis;
  if (!api || others.length > 0)
    throw new Error(`The template has ${apis.length} APIs with a document in place of one`);
  const [name, { Type, Properties = {} }] = api;
  const served = { Type, Properties: { Body: inlined(Properties.Body as Document) } };
  const functions = resourcesOf(template, 'AWS::Lambda::Function').map(([id, resource]): [string, Resource] => {
    const { Environment, ...properties } = resource.Properties ?? {};
    const { Variables = {} } = (Environment ?? {}) as { Variables?: object };
    return [
      id,
      { ...resource, Properties: { ...properties, Environment: { Variables: { ...Variables, ...variables } } } },
    ];
  });
  return { Resources: Object.fromEntries([[name, served], ...functions]) };
}

const resourcesOf = ({ Resources }: Template, type: string): [string, Resource][] =>
  Object.entries(Resources).filter(([, { Type }]) => Type === type);

function inlined({ paths, components }: Document): object {
  const integrations = components['x-amazon-apigateway-integrations'];
  const inOperation = (operation: unknown): unknown => {
    if (typeof operation !== 'object' || operation === null || !(integrationKey in operation)) return operation;
    const { $ref = '' } = operation[integrationKey] as { $ref?: string };
    const integration = integrations[$ref.replace(integrationsPath, '')];
    if (!integration) throw new Error(`The document has no integration '${$ref}'`);
    return { ...operation, [integrationKey]: integration };
  };
  return {
    openapi: '3.0.1',
    info: { title: 'fiducial', version: '1' },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        // SAM's name of the route that takes what no other does.
        path === '/$default' ? '$default' : path,
        Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, inOperation(operation)])),
      ]),
    ),
  };
}

/**
 * The env file of SAM: a value for each variable of each function.
 * @param deployedValue the value of a variable that the template leaves to the deployment, by the description of its function;
 *   undefined if it is unknown.
 * @throws Error with the variables that have no value.
 */
export function samVariables(
  template: Template,
  deployedValue: (variable: string, description: string) => string | undefined,
): FunctionVariables {
  const missing = new Set<string>();
  const all = resourcesOf(template, 'AWS::Lambda::Function').map(([id, { Properties = {} }]) => {
    const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
    const description = String(Properties.Description);
    const values = Object.entries(Variables).map(([name, written]) => {
      const value = typeof written === 'string' ? written : deployedValue(name, description);
      if (value === undefined) missing.add(name);
      return [name, value ?? ''];
    });
    return [id, Object.fromEntries(values)];
  });
  if (missing.size > 0) throw new Error(`No value is known of ${[...missing].join(', ')}`);
  return Object.fromEntries(all);
}

/** The address of an emulator on this machine for a container. */
export function inContainer(endpoint: string): string {
  const url = new URL(endpoint);
  url.hostname = hostOfContainers;
  return url.origin;
}

/** The arguments of `sam`. */
export const samArguments = (files: { template: string; variables: string }, port: number): string[] => [
  ...['local', 'start-api', '--template', files.template, '--env-vars', files.variables],
  ...['--port', String(port), '--host', '127.0.0.1', '--add-host', `${hostOfContainers}:host-gateway`],
  ...['--warm-containers', 'LAZY', '--no-memory-limit'],
];

/** The part of a synthesized template that policies need. */
export interface PolicyTemplate {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
}

/** A role's policy as IAM receives it, with its place: `<stack>-<logical id>`. */
export interface NamedPolicy {
  name: string;
  document: object;
}

const account = '111122223333';
const region = 'eu-central-1';
const pseudoParameters: Record<string, string> = {
  'AWS::Partition': 'aws',
  'AWS::AccountId': account,
  'AWS::Region': region,
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/fiducial/0a1b2c3d-0000-0000-0000-000000000000`,
};

const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`;

/** ARNs by resource type, as CloudFormation would build them from ids. */
const arnOf: Record<string, (id: string) => string> = {
  'AWS::DynamoDB::Table': (id) => arn('dynamodb', `table/${id}`),
  'AWS::S3::Bucket': (id) => `arn:aws:s3:::${id.toLowerCase()}`,
  'AWS::SecretsManager::Secret': (id) => arn('secretsmanager', `secret:${id}-a1b2c3`),
  'AWS::SQS::Queue': (id) => arn('sqs', id),
  'AWS::Lambda::Function': (id) => arn('lambda', `function:${id}`),
  'AWS::Logs::LogGroup': (id) => arn('logs', `log-group:${id}:*`),
  'AWS::IAM::Role': (id) => `arn:aws:iam::${account}:role/${id}`,
  'AWS::OpenSearchService::Domain': (id) => arn('es', `domain/${id.toLowerCase()}`),
  'AWS::SNS::Topic': (id) => arn('sns', id),
  'AWS::StepFunctions::StateMachine': (id) => arn('states', `stateMachine:${id}`),
};

/** Types whose `Ref` is their ARN. */
const refIsArn = new Set(['AWS::SecretsManager::Secret', 'AWS::SNS::Topic', 'AWS::StepFunctions::StateMachine']);

/** Returns the policies of all roles of some templates, by stack, with names in place of unresolved values. */
export function policiesOf(templates: Record<string, PolicyTemplate>): NamedPolicy[] {
  const exported = new Map<string, string>();
  const resolvers = Object.entries(templates).map(([stack, template]) => {
    const resolve = resolverOf(template, exported);
    return { stack, template, resolve };
  });
  // Exports must be known before their imports are resolved.
  for (const { template, resolve } of resolvers)
    for (const { Value, Export } of Object.values(template.Outputs ?? {}))
      if (Export) exported.set(String(resolve(Export.Name)), String(resolve(Value)));
  return resolvers.flatMap(({ stack, template, resolve }) =>
    Object.entries(template.Resources).flatMap(([id, { Type, Properties = {} }]) =>
      documentsOf(Type, Properties).map((document, n) => ({
        name: `${stack}-${id}${n === 0 ? '' : n}`,
        document: resolve(document) as object,
      })),
    ),
  );
}

function documentsOf(type: string, { PolicyDocument, Policies = [] }: Record<string, unknown>): unknown[] {
  if (type === 'AWS::IAM::Policy' || type === 'AWS::IAM::ManagedPolicy') return [PolicyDocument];
  if (type !== 'AWS::IAM::Role') return [];
  return (Policies as { PolicyDocument: unknown }[]).map((policy) => policy.PolicyDocument);
}

function resolverOf({ Resources }: PolicyTemplate, exported: ReadonlyMap<string, string>): (value: unknown) => unknown {
  const own = (id: string, attribute: string): string => {
    const type = Resources[id]?.Type ?? '';
    const whole = arnOf[type]?.(id);
    if (attribute === 'Arn' && whole) return whole;
    if (attribute === 'StreamArn' && whole) return `${whole}/stream/label`;
    return id;
  };
  const ref = (name: string): string =>
    pseudoParameters[name] ?? (refIsArn.has(Resources[name]?.Type ?? '') ? own(name, 'Arn') : own(name, ''));
  const intrinsics: Record<string, (argument: never) => unknown> = {
    Ref: ref,
    'Fn::GetAtt': ([id, attribute]: [string, string]) => own(id, attribute),
    'Fn::ImportValue': (name: unknown) => exported.get(String(resolve(name))) ?? `imported-${String(resolve(name))}`,
    'Fn::Join': ([separator, parts]: [string, unknown[]]) => parts.map(resolve).join(separator),
    'Fn::Split': ([separator, text]: [string, unknown]) => String(resolve(text)).split(separator),
    'Fn::Select': ([index, list]: [number, unknown]) => (resolve(list) as string[])[index],
    'Fn::Sub': (text: unknown) => String(text).replace(/\$\{([^}]+)\}/g, (_, name: string) => ref(name)),
  };
  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [[key, argument] = ['', undefined], ...others] = Object.entries(value);
    const intrinsic = others.length === 0 ? intrinsics[key] : undefined;
    if (intrinsic) return intrinsic(argument as never);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner)]));
  }
  return resolve;
}

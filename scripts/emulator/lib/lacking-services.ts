/** Leaves out of templates what needs a service that an emulator lacks. */

type Properties = Record<string, unknown>;

interface Resource {
  Type: string;
  Properties?: Properties;
  DependsOn?: string | string[];
}

interface Output {
  Value: unknown;
  Export?: { Name: string };
}

/** A CloudFormation template. */
export interface StackTemplate {
  Resources?: Record<string, Resource>;
  Outputs?: Record<string, Output>;
}

/** Templates by the names of their stacks. */
export type StackTemplates = Record<string, StackTemplate>;

/** What was left out of one stack. */
export interface LeftOut {
  stack: string;
  /** Type and name of a resource; `Output` and its name. */
  type: string;
  name: string;
  /** The part of the resource that was left out; the whole resource without it. */
  part?: string;
}

/**
 * Parts without which a resource still works, by its type; `*` is any key or index. Every other resource goes with what it
 * refers to.
 */
const dispensable: Record<string, readonly string[]> = {
  'AWS::Events::Rule': ['Targets.*.DeadLetterConfig'],
  'AWS::IAM::Role': ['Policies.*.PolicyDocument.Statement.*'],
  'AWS::Lambda::EventSourceMapping': ['DestinationConfig'],
  'AWS::Lambda::Function': ['Environment.Variables.*', 'LoggingConfig'],
  'AWS::StepFunctions::StateMachine': ['LoggingConfiguration'],
};

/** LocalStack's name of the service of a type: `AWS::DynamoDB::Table` needs `dynamodb`. */
export function serviceOf(type: string): string {
  const [, service = type] = type.split('::');
  return service.toLowerCase();
}

/** The services that the resources of templates need, in alphabetical order. */
export function servicesOf(templates: StackTemplates): string[] {
  const types = Object.values(templates).flatMap(({ Resources = {} }) => Object.values(Resources));
  return [...new Set(types.map(({ Type }) => serviceOf(Type)))].sort();
}

/** The resources of each stack that are left out, and the exports of all. */
interface Gone {
  names: Record<string, Set<string>>;
  exports: Set<string>;
}

/**
 * The templates without the resources of some services, without what refers to these (also by an export of another stack),
 * and what was left out.
 */
export function withoutServices(
  templates: StackTemplates,
  lacking: ReadonlySet<string>,
): { templates: StackTemplates; leftOut: LeftOut[] } {
  const gone = goneFrom(templates, lacking);
  const leftOut: LeftOut[] = [];
  const kept = Object.entries(templates).map(([stack, template]) => {
    const refers = referring(gone, stack);
    const Resources: Record<string, Resource> = {};
    for (const [name, resource] of Object.entries(template.Resources ?? {})) {
      const type = resource.Type;
      const { rest, parts } = withoutParts(resource, refers);
      if (gone.names[stack]?.has(name)) leftOut.push({ stack, type, name });
      else {
        const dependsOn = [resource.DependsOn ?? []].flat().filter((other) => !gone.names[stack]?.has(other));
        const { DependsOn: _all, ...others } = rest;
        Resources[name] = { ...others, ...(dependsOn.length > 0 && { DependsOn: dependsOn }) };
        leftOut.push(...parts.map((part) => ({ stack, type, name, part })));
      }
    }
    const outputs = Object.entries(template.Outputs ?? {});
    const Outputs = Object.fromEntries(outputs.filter(([, { Value }]) => !refers(Value)));
    for (const [name] of outputs) if (!(name in Outputs)) leftOut.push({ stack, type: 'Output', name });
    return [stack, { ...template, Resources, Outputs }] as const;
  });
  return { templates: Object.fromEntries(kept), leftOut };
}

/** Finds what is gone with some services: round by round, until nothing more refers to it. */
function goneFrom(templates: StackTemplates, lacking: ReadonlySet<string>): Gone {
  const names = Object.fromEntries(Object.keys(templates).map((stack) => [stack, new Set<string>()]));
  const gone: Gone = { names, exports: new Set() };
  const size = () => Object.values(names).reduce((sum, { size }) => sum + size, gone.exports.size);
  let before: number;
  do {
    before = size();
    for (const [stack, template] of Object.entries(templates)) addGone(gone, stack, template, lacking);
  } while (size() > before);
  return gone;
}

/** One round over a template. */
function addGone(gone: Gone, stack: string, template: StackTemplate, lacking: ReadonlySet<string>): void {
  const refers = referring(gone, stack);
  for (const [name, resource] of Object.entries(template.Resources ?? {}))
    if (lacking.has(serviceOf(resource.Type)) || refers(withoutParts(resource, refers).rest.Properties))
      gone.names[stack]?.add(name);
  for (const { Value, Export } of Object.values(template.Outputs ?? {}))
    if (Export && refers(Value)) gone.exports.add(Export.Name);
}

/** Whether a value of a template refers to something gone. */
type Refers = (value: unknown) => boolean;

/** A resource without its dispensable parts that refer to something gone, and these parts. */
function withoutParts(resource: Resource, refers: Refers): { rest: Resource; parts: string[] } {
  if (!refers(resource.Properties)) return { rest: resource, parts: [] };
  const parts: string[] = [];
  let properties: unknown = resource.Properties;
  for (const part of dispensable[resource.Type] ?? []) {
    const rest = without(properties, part.split('.'), refers);
    if (JSON.stringify(rest) !== JSON.stringify(properties)) parts.push(part);
    properties = rest;
  }
  return { rest: { ...resource, Properties: withoutEmptyPolicies(properties as Properties) }, parts };
}

/** IAM refuses a policy without statements. */
function withoutEmptyPolicies(properties: Properties): Properties {
  if (!Array.isArray(properties.Policies)) return properties;
  const policies = properties.Policies as { PolicyDocument: { Statement: unknown[] } }[];
  return { ...properties, Policies: policies.filter(({ PolicyDocument }) => PolicyDocument.Statement.length > 0) };
}

/** A value without what a path names and what refers to something gone; undefined if that is the value itself. */
function without(value: unknown, [key, ...path]: readonly string[], refers: Refers): unknown {
  if (key === undefined) return refers(value) ? undefined : value;
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, part]) => {
    const rest = key === '*' || key === name ? without(part, path, refers) : part;
    return rest === undefined ? [] : [[name, rest] as const];
  });
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
}

function referring({ names, exports }: Gone, stack: string): Refers {
  const isGone = (name: string) => names[stack]?.has(name) === true;
  const byKey: Record<string, (part: unknown) => boolean> = {
    Ref: (part) => isGone(String(part)),
    'Fn::GetAtt': (part) => isGone(String([part].flat()[0]).split('.')[0] ?? ''),
    'Fn::Sub': (part) => substituted(part).some(isGone),
    'Fn::ImportValue': (part) => exports.has(String(part)),
  };
  const refers: Refers = (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([key, part]) => byKey[key]?.(part) === true || refers(part));
  return refers;
}

/** The resources that a text with placeholders names; `${!Literal}` and its own variables are none. */
function substituted(sub: unknown): string[] {
  const [text, own = {}] = [sub].flat() as [string, object?];
  const names = [...text.matchAll(/\$\{([^!}.]+)[^}]*\}/g)].map(([, name = '']) => name.trim());
  return names.filter((name) => !(name in own));
}

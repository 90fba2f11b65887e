import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
  Outputs?: Record<string, { Export?: { Name: unknown } }>;
}

/**
 * Properties whose change makes CloudFormation replace the resource and lose its content (Template reference, "Update
 * requires").
 */
const replacing: Record<string, readonly string[]> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'ImportSourceSpecification'],
  'AWS::S3::Bucket': ['BucketName', 'ObjectLockEnabled'],
  'AWS::SecretsManager::Secret': ['Name', 'GenerateSecretString'],
};

/** Reads a stack's template from an assembly. */
export const templateOf = async (assembly: string, stack: string): Promise<Template> =>
  JSON.parse(await readFile(join(assembly, `${stack}.template.json`), 'utf8')) as Template;

/**
 * What an upgrade of the stack `data` would destroy: a removed or replaced resource with data, and an export that the
 * previous stack `service` still imports, which CloudFormation refuses to remove.
 */
export function lostBetween(before: { data: Template; service: Template }, after: { data: Template }): string[] {
  const lost = Object.entries(before.data.Resources).flatMap(([id, { Type, Properties = {} }]) => {
    const held = replacing[Type];
    if (!held) return [];
    const now = after.data.Resources[id];
    if (now?.Type !== Type) return [`${Type} ${id} is gone`];
    return held
      .filter((name) => JSON.stringify(Properties[name]) !== JSON.stringify(now.Properties?.[name]))
      .map((name) => `${Type} ${id} is made anew for its ${name}`);
  });
  const exported = new Set(
    Object.values(after.data.Outputs ?? {}).map(({ Export }) => JSON.stringify(Export?.Name ?? null)),
  );
  const imported = new Set(
    [...JSON.stringify(before.service).matchAll(/"Fn::ImportValue":("[^"]+")/g)].map(([, name]) => name ?? ''),
  );
  return [
    ...lost,
    ...[...imported].filter((name) => !exported.has(name)).map((name) => `${name} is no longer exported`),
  ];
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
  Outputs?: Record<string, { Export?: { Name: unknown } }>;
}

/** Properties that CloudFormation changes by making the resource anew, without what was in it (Template reference, "Update requires"). */
const replacing: Record<string, readonly string[]> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'ImportSourceSpecification'],
  'AWS::S3::Bucket': ['BucketName', 'ObjectLockEnabled'],
  'AWS::SecretsManager::Secret': ['Name', 'GenerateSecretString'],
};

/** The template of a stack in an assembly. */
export const templateOf = async (assembly: string, stack: string): Promise<Template> =>
  JSON.parse(await readFile(join(assembly, `${stack}.template.json`), 'utf8')) as Template;

/**
 * What an upgrade from one template of the stack `data` to another would do away with: a resource that holds data and is gone or made anew,
 * and an export that the stack `service` of before imports, which CloudFormation refuses to remove while it does.
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

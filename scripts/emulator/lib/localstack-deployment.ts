import { readTemplates, writeTemplates } from './assembly.ts';
import type { Cdk, Variables } from './cdk.ts';
import { type LeftOut, servicesOf, withoutServices } from './lacking-services.ts';
import { type LocalStack, lackingServices } from './localstack.ts';

/**
 * Deploys into a LocalStack what it has the services for, and says what it leaves out.
 * @returns the outputs, and the services that it lacks.
 * @throws NoLocalStack if it lacks what CDK needs.
 */
export async function deployToLocalStack(
  cdk: Cdk,
  localStack: LocalStack,
): Promise<{ outputs: Variables; lacking: string[] }> {
  const assembly = await cdk.synthesize();
  const templates = await readTemplates(assembly);
  const needed = servicesOf(templates);
  const lacking = lackingServices(localStack, needed);
  const { templates: kept, leftOut } = withoutServices(templates, new Set(lacking));
  for (const line of reportOf(localStack, { needed, lacking, leftOut })) console.log(line);
  await writeTemplates(assembly, kept);
  await cdk.bootstrap();
  return { outputs: await cdk.deploy(assembly), lacking };
}

/** What a deployment needs, and what it is made without. */
interface Without {
  needed: readonly string[];
  lacking: readonly string[];
  leftOut: readonly LeftOut[];
}

/** Says in lines what is left out, by name. */
export function reportOf({ endpoint, edition, version }: LocalStack, { needed, lacking, leftOut }: Without): string[] {
  const found = `LocalStack ${version} (edition ${edition}) listens at ${endpoint}.`;
  if (lacking.length === 0) return [found, `It has all services that the stacks need: ${needed.join(', ')}.`];
  const groups = Map.groupBy(leftOut, ({ stack, type, part }) => `${stack}: ${type}${part ? `, only ${part}` : ''}`);
  return [
    found,
    `The stacks need ${needed.join(', ')}. It lacks ${lacking.join(', ')}.`,
    'What needs these services is left out, and so is what refers to it:',
    ...[...groups].map(([what, all]) => `  ${what} (${all.length}): ${all.map(({ name }) => name).join(', ')}`),
  ];
}

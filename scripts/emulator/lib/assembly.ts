import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emulatorStacks } from './cdk.ts';
import type { StackTemplate, StackTemplates } from './lacking-services.ts';

interface AssetManifest {
  files: Record<string, { source: { path?: string } }>;
}

const templateFile = (stack: string) => `${stack}.template.json`;

/** The templates of the stacks that an emulator gets, from a folder that CDK has synthesized. */
export async function readTemplates(folder: string): Promise<StackTemplates> {
  const read = async (stack: string) =>
    [stack, JSON.parse(await readFile(join(folder, templateFile(stack)), 'utf8')) as StackTemplate] as const;
  return Object.fromEntries(await Promise.all(emulatorStacks.map(read)));
}

/**
 * Replaces templates in a folder that CDK has synthesized. CDK uploads a template by its hash, and not again if the bucket has
 * it, so each gets the hash of its new text.
 */
export async function writeTemplates(folder: string, templates: StackTemplates): Promise<void> {
  const manifest = join(folder, 'manifest.json');
  for (const [stack, template] of Object.entries(templates)) {
    const text = JSON.stringify(template, null, 1);
    const assets = join(folder, `${stack}.assets.json`);
    const { files } = JSON.parse(await readFile(assets, 'utf8')) as AssetManifest;
    const [former] = Object.entries(files).find(([, { source }]) => source.path === templateFile(stack)) ?? [];
    if (former === undefined) throw new Error(`${assets} does not name the template of '${stack}'`);
    const hash = createHash('sha256').update(text).digest('hex');
    await writeFile(join(folder, templateFile(stack)), text);
    for (const file of [assets, manifest])
      await writeFile(file, (await readFile(file, 'utf8')).replaceAll(former, hash));
  }
}

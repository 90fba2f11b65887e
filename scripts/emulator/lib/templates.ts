import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { ensureWebBuilt } from '#local/website/build.ts';
import { bundleFunctions, functionEntries } from '../../build/bundle.ts';
import { projectRoot } from '../../tools/project-root.ts';

const run = promisify(execFile);

/** Builds what the templates refer to. */
export async function buildAssets(): Promise<void> {
  await bundleFunctions(await functionEntries());
  await ensureWebBuilt((line) => console.log(line));
}

/** Synthesizes the templates of an environment with the CDK CLI from the build output. @returns their files. */
export async function synthesizeTemplates(
  environment: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<string[]> {
  const PATH = [join(projectRoot, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const context = Object.entries({ environment, ...settings }).flatMap(([name, value]) => [
    '--context',
    `${name}=${value}`,
  ]);
  const args = ['synth', '--quiet', ...context, '--output', folder];
  await run('cdk', args, { cwd: projectRoot, env: { ...process.env, PATH }, maxBuffer: 50_000_000 });
  const files = await readdir(folder);
  return files.filter((file) => file.endsWith('.template.json')).map((file) => join(folder, file));
}

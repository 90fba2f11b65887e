/**
 * `npm run lint:templates -- [environment ...]`: synthesizes these environments, by default all, from the build output,
 * and runs cfn-lint, which knows CloudFormation's schemas. Skipped with the reason if Python or the package is
 * unavailable.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentNames } from '#infra/config.ts';
import { installPythonTool } from '../tools/python-tool.ts';
import { buildAssets, synthesizeTemplates } from './lib/templates.ts';

const run = promisify(execFile);

/** CDK declares a function's dependency on its role even if a reference implies it. */
const ignoredChecks = ['W3005'];

async function main(): Promise<void> {
  const programs = await installPythonTool('cfn-lint').catch((error: Error) => error);
  if (programs instanceof Error) return console.log(`Skipped: ${programs.message}\n0 passed, 0 failed, 1 skipped`);
  await buildAssets();
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-templates-'));
  const given = process.argv.slice(2);
  const environments = given.length > 0 ? given : environmentNames;
  let failed = 0;
  let checked = 0;
  try {
    for (const environment of environments) {
      const templates = await synthesizeTemplates(environment, join(folder, environment));
      checked += templates.length;
      const args = ['--ignore-checks', ...ignoredChecks, '--template', ...templates];
      await run(join(programs, 'cfn-lint'), args).catch((error: { stdout: string; stderr: string }) => {
        failed += 1;
        console.log(`${environment}:\n${error.stdout}${error.stderr}`.replaceAll(`${folder}/`, ''));
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`cfn-lint looked at ${checked} templates of ${environments.join(', ')}.`);
  console.log(`${environments.length - failed} passed, ${failed} failed, 0 skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();

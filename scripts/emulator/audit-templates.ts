/**
 * `npm run audit:templates -- [parliament] [checkov]`: runs other tools over the templates of `dev` as deployed and of
 * a `prod` with all options: parliament over the roles' policies, checkov over the resources. It fails for a finding
 * without an accepted reason, and for an accepted finding that no longer occurs. Skipped with the reason if Python or a
 * package is unavailable.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { installPythonTool } from '../tools/python-tool.ts';
import { acknowledgements } from './lib/acknowledged-findings.ts';
import { checkovFindings, type Finding, judge, parliamentFindings, type Tool, tools } from './lib/findings.ts';
import { policiesOf } from './lib/policies.ts';
import { buildAssets, synthesizeTemplates } from './lib/templates.ts';

const run = promisify(execFile);

/** All options of a deployment besides its defaults. */
const everything = {
  search: 'managed',
  firewallRequestsPerFiveMinutes: '40000',
  githubRepository: 'lab/fiducial',
  alarmEmail: 'ops@lab.example',
  backupDays: '35',
  backupCopyVaultArn: 'arn:aws:backup:eu-west-1:444455556666:backup-vault:fiducial',
  publicUrl: 'https://calibration.example.org',
  hostedZoneId: 'Z0123456789ABCDEFGHIJ',
};

/** Runs a tool over templates; the file names contain their stacks. */
type Look = (programs: string, templates: readonly string[], folder: string) => Promise<Finding[]>;

/** The output of a program, even if its exit code reports findings. */
async function printedBy(program: string, args: string[]): Promise<string> {
  const options = { maxBuffer: 200_000_000, env: { ...process.env, LOG_LEVEL: 'ERROR' } };
  const { stdout } = await run(program, args, options).catch((error: { stdout?: string; stderr?: string }) => {
    if (!error.stdout) throw new Error(`${basename(program)} failed: ${error.stderr ?? String(error)}`);
    return { stdout: error.stdout };
  });
  return stdout;
}

const looks: Record<Tool, Look> = {
  parliament: async (programs, templates, folder) => {
    const named = await Promise.all(
      templates.map(async (file) => [stackOf(file), JSON.parse(await readFile(file, 'utf8'))] as const),
    );
    const policies = join(folder, 'policies');
    await mkdir(policies);
    const all = policiesOf(Object.fromEntries(named));
    if (all.length === 0) throw new Error('The templates have no policy');
    for (const { name, document } of all)
      await writeFile(join(policies, `${name}.json`), JSON.stringify(document, null, 1));
    const args = [
      '--directory',
      policies,
      '--include_policy_extension',
      'json',
      '--json',
      '--include-community-auditors',
    ];
    return parliamentFindings(await printedBy(join(programs, 'parliament'), args));
  },
  checkov: async (programs, templates) => {
    const files = templates.flatMap((file) => ['--file', file]);
    const args = [...files, '--framework', 'cloudformation', '--quiet', '--compact', '--output', 'json'];
    return checkovFindings(await printedBy(join(programs, 'checkov'), args));
  },
};

const stackOf = (file: string): string => basename(file, '.template.json');

async function main(given: string[]): Promise<void> {
  const wanted = tools.filter((tool) => given.length === 0 || given.includes(tool));
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-audit-'));
  try {
    await buildAssets();
    const environments = { dev: {}, prod: everything };
    const templates = new Map<string, string[]>();
    for (const [environment, settings] of Object.entries(environments))
      templates.set(environment, await synthesizeTemplates(environment, join(folder, environment), settings));
    for (const tool of wanted) {
      const programs = await installPythonTool(tool).catch((error: Error) => error);
      if (programs instanceof Error) {
        console.log(`Skipped: ${programs.message}`);
        counts.skipped += 1;
        continue;
      }
      const findings: Finding[] = [];
      for (const [environment, files] of templates)
        findings.push(...(await looks[tool](programs, files, join(folder, environment))));
      const { open, idle } = judge(findings, acknowledgements[tool]);
      for (const { rule, of, detail } of open) console.log(`${tool}: ${rule} at ${of}: ${detail.slice(0, 300)}`);
      for (const { rule, of } of idle) console.log(`${tool}: ${rule} at ${of} is accepted, and found no more`);
      console.log(`${tool}: ${findings.length} findings, ${open.length} not accepted`);
      counts[open.length + idle.length > 0 ? 'failed' : 'passed'] += 1;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
}

await main(process.argv.slice(2));

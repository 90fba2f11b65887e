import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#test/support/stack/processes.ts';
import { defineApp, everything } from './synthesis.ts';

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
  'working-directory'?: string;
}
interface Job {
  permissions?: Record<string, string>;
  steps: Step[];
  'timeout-minutes'?: number;
  environment?: string;
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = join(projectRoot, '.github/workflows');
const workflows = Object.fromEntries(
  readdirSync(folder).map((name) => [name, parse(readFileSync(join(folder, name), 'utf8')) as Workflow]),
);
const jobs = Object.entries(workflows).flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({
    name: `${file} ${name}`,
    on: Object.keys(workflow.on),
    rights: job.permissions ?? workflow.permissions,
    job,
  })),
);
const jobOf = (file: string, name: string): Job => {
  const job = workflows[file]?.jobs[name];
  if (!job) throw new Error(`${file} has no job ${name}`);
  return job;
};
const stepOf = (file: string, name: string, step: string): string =>
  jobOf(file, name).steps.find((one) => one.name === step)?.run ?? '';
const withToken = jobs.filter(({ rights }) => rights['id-token'] !== undefined);

describe('workflows', () => {
  it('every workflow states its permissions, and every job its time limit', () => {
    for (const { permissions } of Object.values(workflows)) expect(permissions).toBeTypeOf('object');
    for (const { name, job } of jobs) expect([name, job['timeout-minutes']]).toEqual([name, expect.any(Number)]);
  });

  it('every action of a workflow is named by its commit', () => {
    const actions = jobs.flatMap(({ job }) => job.steps.flatMap(({ uses }) => uses ?? []));
    expect(actions.length).toBeGreaterThan(10);
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('no workflow puts an expression into a script: what it names would be run', () => {
    const scripts = jobs.flatMap(({ job }) => job.steps.flatMap(({ run }) => run ?? []));
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  it('no checkout of a workflow keeps its token, or chooses another branch or repository', () => {
    const checkouts = jobs.flatMap(({ job }) => job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')));
    expect(checkouts.length).toBeGreaterThan(4);
    for (const { with: given } of checkouts) {
      expect(given).toMatchObject({ 'persist-credentials': false });
      expect(Object.keys(given ?? {})).not.toEqual(expect.arrayContaining(['ref']));
      expect(Object.keys(given ?? {})).not.toEqual(expect.arrayContaining(['repository']));
    }
  });
});

describe('a pull request', () => {
  it('no workflow runs for a pull request with the rights of the branch main', () => {
    expect(jobs.filter(({ on }) => on.includes('pull_request_target'))).toEqual([]);
  });

  it('what runs for a pull request reads the repository and nothing else, and sees no secret', () => {
    const forPullRequests = jobs.filter(({ on }) => on.includes('pull_request'));
    expect(forPullRequests.map(({ name }) => name)).toEqual(['check.yml check', 'templates.yml synthesize']);
    for (const { rights, job } of forPullRequests) {
      expect(rights).toEqual({ contents: 'read' });
      expect(job.environment).toBeUndefined();
      expect(JSON.stringify(job)).not.toMatch(/secrets\.|DIFF_ROLE_ARN.*configure-aws|configure-aws-credentials/);
    }
  });

  it('the comparison of a pull request never has two of: credentials of AWS, its templates, the right to write', () => {
    const { deployed, compare, comment } = workflows['diff.yml']?.jobs ?? {};
    expect(workflows['diff.yml']?.permissions).toEqual({});
    expect([deployed?.permissions, compare?.permissions, comment?.permissions]).toEqual([
      { 'id-token': 'write' },
      { actions: 'read', contents: 'read' },
      { 'pull-requests': 'write' },
    ]);
    const text = (job?: Job) => JSON.stringify(job?.steps);
    expect(text(deployed)).not.toMatch(/download-artifact|checkout|workflow_run|\/artifacts|npm|node/);
    expect(text(comment)).not.toMatch(/checkout|npm|node|templates/);
    expect(text(compare)).not.toMatch(/configure-aws-credentials|secrets\./);
  });

  it('the comparison installs packages without running their scripts, and runs one script of the branch main', () => {
    const scripts = jobOf('diff.yml', 'compare').steps.flatMap(({ run }) => run ?? []);
    expect(scripts.filter((script) => /\b(npm|npx|node)\b/.test(script))).toEqual([
      'npm ci --ignore-scripts',
      'node scripts/release/compare-templates.ts templates.zip deployed "$COMMIT" comment.md',
    ]);
  });
});

describe('credentials of AWS', () => {
  it('two jobs may ask for credentials of AWS, none for a pull request', () => {
    expect(withToken.map(({ name }) => name).toSorted()).toEqual(['deploy.yml deploy', 'diff.yml deployed']);
    expect(withToken.filter(({ on }) => on.includes('pull_request'))).toEqual([]);
  });

  it('a job with credentials builds nothing, and installs the command line of the CDK alone', () => {
    const commands = withToken.flatMap(({ job }) =>
      job.steps.filter(({ run }) => run && /\b(npm|npx|node|yarn|pnpm|make)\b/.test(run)),
    );
    expect(commands).toEqual([
      { run: 'npm ci --ignore-scripts', 'working-directory': '.github/cdk' },
      {
        run: 'node .github/cdk/node_modules/aws-cdk/bin/cdk deploy --all --require-approval never --no-notices --app cdk.out',
        env: { CDK_DISABLE_CLI_TELEMETRY: 'true' },
      },
    ]);
    const actions = new Set(withToken.flatMap(({ job }) => job.steps.flatMap(({ uses }) => uses?.split('@')[0] ?? [])));
    expect([...actions].toSorted()).toEqual([
      'actions/checkout',
      'actions/download-artifact',
      'actions/setup-node',
      'actions/upload-artifact',
      'aws-actions/configure-aws-credentials',
    ]);
  });

  it('a deployment checks out the pinned command line and nothing else of the repository', () => {
    const checkout = jobOf('deploy.yml', 'deploy').steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkout?.with).toMatchObject({ 'sparse-checkout': '.github/cdk', 'sparse-checkout-cone-mode': false });
  });

  it('the command line that deploys is one package, of the version and digest that the project develops with', () => {
    const read = (path: string) => JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
    const pinned = read('.github/cdk/package-lock.json').packages;
    const { version, integrity } = read('package-lock.json').packages['node_modules/aws-cdk'];
    expect(Object.keys(pinned)).toEqual(['', 'node_modules/aws-cdk']);
    expect(pinned['node_modules/aws-cdk']).toMatchObject({ version, integrity });
    expect(read('.github/cdk/package.json').dependencies).toEqual({ 'aws-cdk': version });
  });
});

describe('scripts of the workflows', () => {
  let place: string;
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'fiducial-workflow-'));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  /** Runs a script as a runner does, without the settings of a person's shell, and with an `aws` that answers by the text of a shell script. */
  function runScript(script: string, aws = 'exit 1') {
    const programs = join(place, 'bin');
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, 'aws'), `#!/bin/bash\necho "$*" >> ${join(place, 'calls')}\n${aws}\n`);
    chmodSync(join(programs, 'aws'), 0o755);
    const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}`, REGION: 'eu-central-1' };
    return spawnSync('bash', ['--noprofile', '--norc', '-e', '-c', script], { cwd: place, env, encoding: 'utf8' });
  }

  const reading = stepOf('diff.yml', 'deployed', 'Read the templates that are deployed');

  it('every stack of prod is read from its region, and one that is not deployed leaves no file', () => {
    const { status } = runScript(
      reading,
      `case "$*" in
        *prod-search*) echo 'Stack with id fiducial-prod-search does not exist' >&2; exit 254;;
        *) echo '{"Resources":{}}';;
      esac`,
    );
    expect(status).toBe(0);
    const read = readFileSync(join(place, 'calls'), 'utf8')
      .trim()
      .split('\n')
      .map((call) => /--stack-name (\S+) --region (\S+)/.exec(call)?.slice(1).join(' in '));
    const context = { ...everything };
    const env = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-central-1' };
    const { app, ...stacks } = defineApp('prod', { context, env });
    rmSync(app.outdir, { recursive: true, force: true });
    const there = Object.values(stacks).map((stack) => `${stack?.stackName} in ${stack?.region}`);
    expect(there).not.toContain('undefined in undefined');
    expect(read.toSorted()).toEqual(there.toSorted());
    expect(existsSync(join(place, 'deployed/data.json'))).toBe(true);
    expect(existsSync(join(place, 'deployed/search.json'))).toBe(false);
  });

  it('a template that may not be read fails the comparison, with what AWS says', () => {
    const { status, stderr } = runScript(reading, "echo 'AccessDenied: no' >&2; exit 254");
    expect(status).not.toBe(0);
    expect(stderr).toContain('AccessDenied: no');
  });

  describe('before a deployment', () => {
    const refusing = stepOf('deploy.yml', 'deploy', 'Refuse assets that are more than files');
    const manifest = (more: object = {}) => ({
      version: '36.0.0',
      artifacts: {
        data: { type: 'aws:cloudformation:stack' },
        assets: { type: 'cdk:asset-manifest', properties: { file: 'data.assets.json' } },
        ...more,
      },
    });
    const files = { a: { source: { path: 'asset.a', packaging: 'zip' } } };

    function deploys(assembly: object, assets: object): boolean {
      mkdirSync(join(place, 'cdk.out'));
      writeFileSync(join(place, 'cdk.out/manifest.json'), JSON.stringify(assembly));
      writeFileSync(join(place, 'cdk.out/data.assets.json'), JSON.stringify(assets));
      return runScript(refusing).status === 0;
    }

    it('assets that are files are deployed', () => {
      expect(deploys(manifest(), { files, dockerImages: {} })).toBe(true);
    });

    it.each([
      ['names a program', manifest(), { files: { a: { source: { executable: ['sh', '-c', 'env'] } } } }],
      ['has an image to build', manifest(), { files, dockerImages: { a: { source: { directory: 'x' } } } }],
      [
        'is in a file of another name',
        manifest({ b: { type: 'cdk:asset-manifest', properties: { file: 'b.json' } } }),
        { files },
      ],
      ['is in another assembly', manifest({ b: { type: 'cdk:cloud-assembly', properties: {} } }), { files }],
      ['asks for a value of the account', { ...manifest(), missing: [{ key: 'x' }] }, { files }],
    ])('an asset that %s is not deployed', (_, assembly, assets) => {
      expect(deploys(assembly, assets)).toBe(false);
    });
  });
});

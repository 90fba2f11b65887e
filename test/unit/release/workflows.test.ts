import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#scripts/tools/project-root.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, { steps: Step[]; 'timeout-minutes'?: number }>;
}

const folder = join(projectRoot, '.github/workflows');
const scripts = Object.keys(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).scripts);
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const workflow = parse(text) as Workflow;
  const jobs = Object.values(workflow.jobs);
  return { name, text, workflow, jobs, steps: jobs.flatMap((job) => job.steps) };
});

describe('workflows of the repository', () => {
  test.each(workflows)('$name may read the repository unless a job says more, and every job has an end', (one) => {
    expect(['read', undefined]).toContain(one.workflow.permissions.contents);
    for (const job of one.jobs) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  test.each(workflows)('$name names actions of others by a commit, alongside which their version is given', (one) => {
    const used = [...one.text.matchAll(/uses: (.+)$/gm)].map(([, what]) => what);
    expect(used).toHaveLength(one.steps.filter(({ uses }) => uses !== undefined).length);
    for (const what of used) expect(what).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test.each(workflows)('$name keeps no token of its checkout, and runs no text that others write', ({ steps }) => {
    for (const step of steps)
      if (step.uses?.startsWith('actions/checkout@')) expect(step.with).toMatchObject({ 'persist-credentials': false });
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  test.each(workflows)('$name runs scripts that are there', ({ steps }) => {
    const run = steps.flatMap((step) => [...(step.run ?? '').matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name));
    for (const name of run) expect(scripts).toContain(name);
  });
});

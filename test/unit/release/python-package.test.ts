import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildWheel } from '#local/website/wheel.ts';
import { type AnswersDocument, pythonAnswers, pythonAnswersFile } from '#scripts/build/lib/python-answers.ts';
import { pythonMetrics, pythonMetricsFile } from '#scripts/build/lib/python-metrics.ts';
import { openApiDocument } from '#shared/api/openapi.ts';
import { pythonWheel } from '#shared/workers/rules/python-wheel.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

describe('the Python package', () => {
  it('the Python package has the metrics of the catalogue, each in its stored unit', () => {
    expect(read(pythonMetricsFile)).toBe(pythonMetrics());
  });

  it('the Python package has the types of all answers of the registry', () => {
    expect(read(pythonAnswersFile)).toBe(pythonAnswers(openApiDocument() as unknown as AnswersDocument));
  });

  it('the wheel has the name and the version of the package', () => {
    const [, version] = /^version = "(.+)"$/m.exec(read('python/pyproject.toml')) ?? [];
    expect(pythonWheel).toBe(`fiducial_lab-${version}-py3-none-any.whl`);
    expect(read('python/wheel/METADATA')).toContain(`\nVersion: ${version}\n`);
    expect(read('docs/python.md')).toContain(`/downloads/${pythonWheel}"`);
  });

  it('the licence of the Python package is the one of the project', () => {
    expect(read('python/LICENSE')).toBe(read('LICENSE'));
  });

  it('two builds of the wheel are equal, and have the modules and what installs them', async () => {
    const wheel = await buildWheel();
    expect(await buildWheel()).toEqual(wheel);
    for (const name of ['fiducial_lab/__init__.py', 'fiducial_lab/py.typed', 'fiducial_lab/testing/plugin.py'])
      expect(wheel.includes(name)).toBe(true);
    expect(wheel.includes('__pycache__')).toBe(false);
  });
});

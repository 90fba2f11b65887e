import { describe, expect, it } from 'vitest';
import { changedSettings, isSameVersion } from '../../../web/flows/lib/compare.ts';
import { sourceLanguage } from '../../../web/flows/lib/language.ts';

const version = {
  runner: 'managed',
  chip_id: 'qpu-1',
  description: 'each morning',
  flow_function_name: 'morning',
  tags: ['daily'],
  default_parameters: { shots: 1024, qids: ['0', '1'] },
  default_run_parameters: {},
  claim_timeout_seconds: null,
  persist: true,
};

describe('the difference of two versions', () => {
  it('the difference of two versions names every setting that differs, parameters one by one, on both sides', () => {
    const next = {
      ...version,
      description: '',
      tags: ['daily', 'cold'],
      default_parameters: { shots: 2048, qids: ['0', '1'], pace: 1 },
      persist: false,
    };
    expect(changedSettings(version, next)).toEqual([
      { name: 'Description', from: 'each morning', to: '–' },
      { name: 'Tags', from: 'daily', to: 'daily, cold' },
      { name: 'Values become current', from: 'when measured', to: 'when accepted' },
      { name: 'Parameter pace', from: '–', to: '1' },
      { name: 'Parameter shots', from: '1024', to: '2048' },
    ]);
  });

  it('versions that say the same do not differ, and there is one difference where only the source differs', () => {
    expect(isSameVersion({ ...version, code: 'a' }, { ...version, code: 'a' })).toBe(true);
    expect(isSameVersion({ ...version, code: 'a' }, { ...version, code: 'b' })).toBe(false);
    expect(changedSettings(version, { ...version })).toEqual([]);
  });
});

describe('the language of a source', () => {
  const worker = (code: string, flow_function_name = 'check') =>
    sourceLanguage({ runner: 'worker', flow_function_name, code });

  it('the language of a managed flow is YAML, whatever it says', () => {
    expect(sourceLanguage({ runner: 'managed', flow_function_name: 'x', code: 'import os' })).toBe('yaml');
  });

  it.each([
    '#!/usr/bin/env python3\nprint(1)\n',
    'import numpy as np\n',
    '"""Checks."""\nfrom lab.tasks import t1\n',
    'async def run(chip):\n    await t1(chip)\n',
    'class Check(Flow):\n    pass\n',
  ])("the language of a worker's source that reads as such is Python: %j", (code) => {
    expect(worker(code)).toBe('python');
  });

  it('the language of a source is Python by name, and plain where nothing tells', () => {
    expect(worker('run()', 'check.py')).toBe('python');
    expect(worker('fn main() { import_all(); }')).toBe('plain');
    expect(worker('the class of 1990: see notes')).toBe('plain');
    expect(worker('import fs from "node:fs";\nimport java.util.List;\n')).toBe('plain');
    expect(worker('')).toBe('plain');
  });
});

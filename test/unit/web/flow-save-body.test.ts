import { expect, it } from 'vitest';
import { draftOf } from '../../../web/flows/lib/draft.ts';
import { bodyOfDraft, bodyOfVersion } from '../../../web/flows/lib/save-body.ts';
import type { Flow, FlowVersion } from '../../../web/ui/lib/api/wire.ts';

const settings = {
  name: 'lab',
  chip_id: 'chip',
  code: 'def lab(): pass',
  description: 'Each morning',
  flow_function_name: 'lab',
  tags: ['daily'],
  default_parameters: { shots: 1024 },
  default_run_parameters: { CheckT1: {} },
  claim_timeout_seconds: 60,
  persist: false,
  runner: 'worker',
} as const;

it('the page saves an unchanged flow with all of its settings, also those that it does not edit', () => {
  const flow = { ...settings, version: 3, etag: '"3"' } as unknown as Flow;
  const { default_parameters, claim_timeout_seconds } = flow;
  expect(bodyOfDraft(flow, draftOf(flow), { default_parameters, claim_timeout_seconds })).toEqual(settings);
});

it('a past version is restored with all of its settings', () => {
  const past = { ...settings, version: 1, saved_by: 'ada' } as unknown as FlowVersion;
  expect(bodyOfVersion(past)).toEqual(settings);
});

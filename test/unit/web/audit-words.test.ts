import { expect, it } from 'vitest';
import { projectAuditActions, systemAuditActions } from '#shared/domain/audit.ts';
import { actionText, detailTexts, resourceText, withShortIds } from '../../../web/lib/audit/words.ts';

const texts = (details: Record<string, unknown>) => detailTexts(details, 'Asia/Tokyo');

it('an entry of an audit says what has changed, of each part from what to what', () => {
  expect(texts({ before: { role: 'viewer', status: 'active' }, after: { role: 'editor', status: 'active' } })).toEqual([
    'role: viewer → editor',
  ]);
  expect(texts({ before: null, after: { role: 'viewer', status: 'pending' } })).toEqual([
    'role: viewer',
    'status: pending',
  ]);
  expect(texts({ before: 'off', after: 'hold' })).toEqual(['off → hold']);
  expect(texts({ name: 'lab', before: 'ada', after: 'bob' })).toEqual(['ada → bob', 'name: lab']);
  expect(texts({ before: {}, after: { t1: 12 } })).toEqual(['t1: 12']);
});

it('an entry of an audit names values that were set by their metrics, and times on the clock of the reader', () => {
  expect(texts({ reason: 'by hand', parameters: { t1: { before: 50, after: 60.5 } } })).toEqual([
    'T1: 50 → 60.5',
    'reason: by hand',
  ]);
  expect(texts({ name: 'ci', role: null, expires_at: '2026-11-22T15:00:00.000Z' })).toEqual([
    'name: ci',
    'ends: 23 Nov 2026 00:00',
  ]);
});

it('an entry of an audit has no key, no JSON and no id that nobody reads', () => {
  expect(
    texts({ chip_id: 'DEMO', flow_run_id: 'f', accepts_level: true, kinds: ['run_failed', 'value_held'] }),
  ).toEqual(['chip: DEMO', 'accepts the new level: yes', 'kinds: run failed, value held']);
  expect(texts({ leftOut: { members: 3 }, qid: '5' })).toEqual(['left out: members 3', 'target: 5']);
  for (const action of [...projectAuditActions, ...systemAuditActions])
    expect(actionText(action)).toMatch(/^[A-Z][a-z ]+$/);
});

it('what an entry of an audit is about is said in words', () => {
  expect(resourceText('user:ada')).toBe('user ada');
  expect(resourceText('chip:DEMO/qubit:5')).toBe('chip DEMO, qubit 5');
  expect(resourceText('execution:20261122-001')).toBe('run 20261122-001');
  expect(resourceText('task-result:a:b')).toBe('task result a:b');
});

it('an entry of an audit says the name of what has one before its id, and of an id its beginning', () => {
  const id = 'fa22363b-96d3-4d9b-8b53-f8a2ffc8eca5';
  expect(resourceText(`token:${id}`, 'demo')).toBe('token demo');
  expect(resourceText(`token:${id}`)).toBe(`token ${id}`);
  expect(resourceText('user:ada', 'Ada L.')).toBe('user ada');
  expect(withShortIds(`task result ${id} of 01a21497f88371ef8b6594cc723233d4`)).toBe(
    'task result fa22363b… of 01a21497…',
  );
  expect(withShortIds('run 20261122-001 on DEMO64')).toBe('run 20261122-001 on DEMO64');
});

import { expect, it } from 'vitest';
import { projectAuditActions, systemAuditActions } from '#shared/projects/rules/audit.ts';
import {
  actionText,
  deedText,
  detailTexts,
  leadsOf,
  resourceText,
  withShortIds,
} from '../../../web/projects/lib/audit/words.ts';

const texts = (details: Record<string, unknown>, resource = 'chip:DEMO') =>
  detailTexts({ resource, details }, 'Asia/Tokyo');
const id = 'fa22363b-96d3-4d9b-8b53-f8a2ffc8eca5';

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

it('an entry of an audit has no key, no JSON and no id that no one reads', () => {
  expect(
    texts({ chip_id: 'DEMO', flow_run_id: 'f', accepts_level: true, kinds: ['run_failed', 'value_held'] }),
  ).toEqual(['chip: DEMO', 'accepts the new level: yes', 'kinds: run failed, value held']);
  expect(texts({ leftOut: { members: 3 }, qid: '5' })).toEqual(['left out: members 3', 'target: Q5']);
  for (const action of [...projectAuditActions, ...systemAuditActions])
    expect(actionText(action)).toMatch(/^[A-Z][a-z ]+$/);
});

it('what an entry of an audit is about is said in words', () => {
  expect(resourceText('user:ada')).toBe('user ada');
  expect(resourceText('chip:DEMO/qubit:5')).toBe('chip DEMO, qubit 5');
  expect(resourceText('execution:20261122-001')).toBe('run 20261122-001');
  expect(resourceText('task-result:a:b')).toBe('task result a:b');
  expect(resourceText('cooldown:CD-1')).toBe('cool-down CD-1');
});

it('an entry of an audit names a metric and a target as the pages do', () => {
  const drift = { metric: 't1', target: '9', reason: 'A defect', accepts_level: false };
  expect(texts(drift)).toEqual(['reason: A defect', 'metric: T1', 'target: Q9', 'accepts the new level: no']);
  expect(texts({ metric: 'cz_gate_fidelity', target: '0-1' })).toEqual(['metric: CZ gate fidelity', 'target: 0-1']);
  expect(texts({ metric: 'cz_gate_fidelity' }, 'chip:DEMO/coupling:0-1')).toEqual(['metric: CZ gate fidelity']);
});

it('an entry of an audit about a task result is named by its task and target, and leads to it and to its run', () => {
  const resource = `task-result:${id}`;
  const details = { task: 'CheckT1', qid: '36', chip_id: 'DEMO', execution_id: '20261122-001', reason: 'A defect' };
  expect(resourceText(resource, details)).toBe('CheckT1 Q36 of DEMO');
  expect(texts(details, resource)).toEqual(['reason: A defect', 'run: 20261122-001']);
  expect(leadsOf({ resource, details })).toEqual([
    { text: 'Task result', to: { taskId: id } },
    { text: 'Run 20261122-001', to: { executionId: '20261122-001' } },
  ]);
});

it('a held value that was decided leads to its result and to the one that confirmed it, and says neither id', () => {
  const resource = 'chip:DEMO/qubit:9';
  const details = { because: 'too far off', measured_at: '2026-11-26T02:01:00.000Z', task_id: id, confirmed_by: 'b' };
  expect(texts(details, resource)).toEqual(['held because: too far off', 'measured: 26 Nov 2026 11:01']);
  expect(leadsOf({ resource, details })).toEqual([
    { text: 'Task result', to: { taskId: id } },
    { text: 'Result that confirmed it', to: { taskId: 'b' } },
  ]);
  expect(leadsOf({ resource: 'user:ada', details: {} })).toEqual([]);
  expect(leadsOf({ resource: 'execution:20261122-001', details: {} })).toHaveLength(1);
});

it('a held value that no person accepted was accepted by the gate', () => {
  const entry = { actor: 'ada', action: 'accept-held-value' as const };
  expect(deedText({ ...entry, details: { confirmed_by: 'b' } })).toEqual({
    by: 'the gate, in a run or import of ada',
    what: 'Accepted by the gate',
  });
  expect(deedText({ ...entry, details: {} })).toEqual({ by: 'ada', what: 'Accept held value' });
  expect(deedText({ actor: 'ada', action: 'reject-held-value', details: {} }).what).toBe('Reject held value');
});

it('an entry of an audit says the name of what has one before its id, and of an id its beginning', () => {
  expect(resourceText(`token:${id}`, { name: 'demo' })).toBe('token demo');
  expect(resourceText(`token:${id}`, { name: null })).toBe(`token ${id}`);
  expect(resourceText('user:ada', { name: 'Ada L.' })).toBe('user ada');
  expect(resourceText(`session:${id}`, { username: 'ada' })).toBe('session of ada');
  expect(resourceText(`post:${id}`, { number: 12, author: 'ada' })).toBe('discussion 12 by ada');
  expect(resourceText(`webhook:${id}`, { host: 'lab.example' })).toBe('webhook lab.example');
  expect(texts({ name: 'demo', role: 'viewer' }, `token:${id}`)).toEqual(['role: viewer']);
  const projects = new Map([[id, 'Couplers']]);
  expect(resourceText(`project:${id}`, {}, projects)).toBe('project Couplers');
  expect(detailTexts({ resource: 'token:t', details: { project_id: id } }, 'UTC', projects)).toEqual([
    'project: Couplers',
  ]);
  expect(withShortIds(`task result ${id} of 01a21497f88371ef8b6594cc723233d4`)).toBe(
    'task result fa22363b… of 01a21497…',
  );
  expect(withShortIds('run 20261122-001 on DEMO64')).toBe('run 20261122-001 on DEMO64');
});

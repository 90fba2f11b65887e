import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { registerUsed } from '#shared/results/verbs/tasks/register-used.ts';
import { shownCases } from '#shared/results/verbs/tasks/task-knowledge.ts';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import { refusal } from '../support/refusal.ts';
import { seedWholeRun } from '../support/task-results.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let taskId = '';
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  const { projectId, username } = owner;
  await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
  ({ taskId } = await seedWholeRun(world.stack.runtime, { projectId, chipId: 'c', username }));
});
afterAll(() => world.stop());

const of = (task_name: string) => ({ params: { task_name } });
const rowOf = async (name: string) => (await owner.api.listTaskKnowledge({})).items.find((row) => row.name === name);
const markdownOf = async (name: string) => (await owner.api.getTaskKnowledgeMarkdown(of(name))).text();

async function learn(content: string): Promise<string> {
  const body = { title: `No decay: ${content.slice(0, 20)}`, content: `${content} ![trace](/files/a.png)` };
  const { id } = await owner.api.createIssue({ params: { task_id: taskId }, body });
  await owner.api.extractIssueKnowledge({ params: { issue_id: id } });
  return id;
}

it('every standard task is known: what it measures, what it starts from, how it goes wrong', async () => {
  const { items, total, categories } = await owner.api.listTaskKnowledge({});
  expect(items.slice(0, taskCatalogue.length).map(({ name }) => name)).toEqual(taskCatalogue.map(({ name }) => name));
  expect(total).toBe(items.length);
  expect(categories.CheckT1).toBe('1Q Coarse');
  expect(items.filter(({ summary, failure_mode_count }) => summary === '' || failure_mode_count === 0)).toEqual([]);
  const t1 = await owner.api.getTaskKnowledge({ ...of('CheckT1'), query: { backend: 'qubex' } });
  expect(t1).toMatchObject({
    ...{ name: 'CheckT1', category: '1Q Coarse', updated_by: null, updated_at: null, review_markdown: '' },
    what_it_measures: '`t1` (us): Energy relaxation time',
    expected_result: { x_axis: 'Delay (μs)', fit_model: 'a exp(-t/T1) + c', typical_range: 't1 25 to 200 us' },
    output_parameters_info: [{ name: 't1', description: 'Energy relaxation time' }],
  });
  expect(t1.evaluation_criteria).toContain('`t1` is at least 100 us.');
  expect(t1.prerequisites).toEqual(expect.arrayContaining(['CheckRamsey', 'CreateHPIPulse']));
  expect(t1.failure_modes.length).toBe((await rowOf('CheckT1'))?.failure_mode_count);
  expect(await markdownOf('CheckT1')).toBe(t1.prompt_text);
});

it("a project's own document is in the place of the standard one until it is taken away", async () => {
  const content = [
    ...['# T1', 'Ours', '', '## Failure modes', '- critical: flat', '  - cause: a cable', '- slow'],
    ...[
      '## Review guide',
      'Look at ![the tail](/tail.png)',
      '## Analysis guide',
      '1. fit',
      '2. look',
      '## Gossip',
      'x',
    ],
  ].join('\n');
  const written = await owner.api.upsertTaskKnowledgeMarkdown({ ...of('CheckT2Echo'), body: { content } });
  expect(written).toMatchObject({
    ...{ summary: 'Ours', physical_principle: '', prompt_text: content, updated_by: 'owner' },
    failure_modes: [
      { severity: 'critical', description: 'flat', cause: 'a cable', visual: '', next_action: '' },
      { severity: 'warning', description: 'slow', cause: '', visual: '', next_action: '' },
    ],
    analysis_guide: ['fit', 'look'],
    review_markdown: 'Look at ![the tail](/tail.png)',
    review_images: [{ alt_text: 'the tail', relative_path: '/tail.png', section: 'review guide', base64_data: '' }],
    output_parameters_info: [{ name: 't2_echo' }],
  });
  expect(await owner.api.getTaskKnowledge(of('CheckT2Echo'))).toEqual(written);
  expect(await rowOf('CheckT2Echo')).toMatchObject({
    ...{ summary: 'Ours', failure_mode_count: 2, image_count: 1, has_analysis_guide: true, has_review_guide: true },
  });
  const again = await owner.api.upsertTaskKnowledgeMarkdown({ ...of('CheckT2Echo'), body: { content: 'Shorter' } });
  expect(Date.parse(again.updated_at ?? '')).toBeGreaterThan(Date.parse(written.updated_at ?? ''));
  expect(await markdownOf('CheckT2Echo')).toBe('Shorter');

  await owner.api.deleteTaskKnowledgeMarkdown(of('CheckT2Echo'));
  expect(await markdownOf('CheckT2Echo')).toContain('## Physical principle');
  expect((await refusal(owner.api.deleteTaskKnowledgeMarkdown(of('CheckT2Echo')))).status).toBe(404);
});

it('a document is of another project neither read nor written', async () => {
  const other = await world.register('other');
  await owner.api.upsertTaskKnowledgeMarkdown({ ...of('CheckRabi'), body: { content: 'Secret of ours' } });
  expect((await other.api.getTaskKnowledge(of('CheckRabi'))).prompt_text).not.toContain('Secret');
  expect((await refusal(other.api.deleteTaskKnowledgeMarkdown(of('CheckRabi')))).status).toBe(404);
});

it('an unknown task, an empty document and one that is too long are refused, and change nothing', async () => {
  const calls = [
    owner.api.getTaskKnowledge(of('CheckNothing')),
    owner.api.upsertTaskKnowledgeMarkdown({ ...of('CheckNothing'), body: { content: 'x' } }),
    owner.api.upsertTaskKnowledgeMarkdown({ ...of('CheckT1'), body: { content: ' \n' } }),
    owner.api.upsertTaskKnowledgeMarkdown({ ...of('CheckT1'), body: { content: 'x'.repeat(20_001) } }),
  ];
  expect((await Promise.all(calls.map(refusal))).map(({ status }) => status)).toEqual([404, 404, 400, 400]);
  expect((await owner.api.getTaskKnowledge(of('CheckT1'))).updated_at).toBeNull();
});

it("a worker's own task is known by its name, and may be documented", async () => {
  const run = { projectId: owner.projectId, username: 'owner', backend: 'lab', tags: [] };
  await registerUsed(contextOf(world.stack.runtime, 'test'), run, [{ name: 'FindSpur', type: 'qubit' }]);
  expect(await rowOf('FindSpur')).toMatchObject({ summary: '', category: '', failure_mode_count: 0 });
  expect((await owner.api.getTaskKnowledge(of('FindSpur'))).prompt_text).toContain('# FindSpur');
  await owner.api.upsertTaskKnowledgeMarkdown({ ...of('FindSpur'), body: { content: 'A spur of ours' } });
  expect((await rowOf('FindSpur'))?.summary).toBe('A spur of ours');
});

it('approved cases are shown with their task, the newest first, and drafts and rejected ones do not', async () => {
  const [draft, rejected, first, second] = [
    ...[await learn('a'), await learn('b'), await learn('c'), await learn('d')],
  ].map((knowledge_id) => ({ params: { knowledge_id } }));
  if (!draft || !rejected || !first || !second) throw new Error('Four were made');
  await owner.api.rejectIssueKnowledge(rejected);
  await owner.api.approveIssueKnowledge(second);
  await owner.api.updateIssueKnowledge({ ...first, body: { root_cause: 'a loose cable' } });
  await owner.api.approveIssueKnowledge(first);
  const { cases } = await owner.api.getTaskKnowledge(of('CheckT1'));
  expect(cases.map(({ title }) => title)).toEqual(['No decay: d', 'No decay: c']);
  expect(cases[1]).toMatchObject({ root_cause: 'a loose cable', chip_id: 'c', qid: '0', status: 'open' });
  expect(cases[0]?.images).toEqual([
    { alt_text: '', relative_path: '/files/a.png', section: 'thread', base64_data: '' },
  ]);
  expect((await rowOf('CheckT1'))?.case_count).toBe(2);

  await owner.api.deleteIssueKnowledge(second);
  expect((await rowOf('CheckT1'))?.case_count).toBe(1);
  expect((await owner.api.getTaskKnowledge(of('CheckT1'))).cases).toHaveLength(1);
});

it('a task with the largest document and more cases than are shown is an answer, and so is the list', async () => {
  const text = '😀'.repeat(5000);
  const texts = { symptom: text, model_prediction: text, human_review_decision: text, root_cause: text };
  const more = { resolution: text, boundary_criteria: text, applicability: text, counterexample: text };
  for (let n = 0; n < shownCases + 2; n += 1) {
    const knowledge_id = await learn(String(n));
    const body = { ...texts, ...more, prompt_guidance: text };
    await owner.api.updateIssueKnowledge({ params: { knowledge_id }, body });
    await owner.api.approveIssueKnowledge({ params: { knowledge_id } });
  }
  await owner.api.upsertTaskKnowledgeMarkdown({ ...of('CheckT1'), body: { content: '😀'.repeat(20_000) } });
  expect((await owner.api.getTaskKnowledge(of('CheckT1'))).cases).toHaveLength(shownCases);
  expect((await rowOf('CheckT1'))?.case_count).toBeGreaterThan(shownCases);
});

import { describe, expect, it } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { saveCalibrationNote } from '#shared/results/verbs/tasks/calibration-note.ts';
import { registerUsed } from '#shared/results/verbs/tasks/register-used.ts';
import { refusal } from '../../support/refusal.ts';
import { alice, bob, onTaskResults, run, world } from './scene.ts';

onTaskResults();

const isInstant = expect.stringMatching(/^\d{4}-.*Z$/);

describe('what runs have used', () => {
  it('tasks, tags and backends that runs have used are registered once, and listed by name', async () => {
    const ctx = contextOf(world.stack.runtime, 'test');
    for (const username of ['alice', 'carol'])
      await registerUsed(ctx, { ...run.execution, username, tags: ['nightly', 'a tag'] }, [
        { name: 'CheckT1', type: 'qubit' },
        { name: 'OurOwnTask', type: 'coupling' },
      ]);
    const of = { project_id: alice.projectId, system_info: { created_at: isInstant, updated_at: isInstant } };
    const { tasks, total } = await alice.api.listTasks();
    expect([tasks.map(({ name }) => name), total]).toEqual([['CheckT1', 'OurOwnTask'], 2]);
    expect(tasks[0]).toMatchObject({ task_type: 'qubit', backend: 'simulator', username: 'alice', ...of });
    expect(tasks[0]?.output_parameters.t1).toMatchObject({ unit: expect.any(String) });
    expect(tasks[1]).toMatchObject({ task_type: 'coupling', description: '', output_parameters: {} });
    expect((await alice.api.listTasks({ query: { backend: 'qubex' } })).tasks).toEqual([]);
    expect(await alice.api.listTags()).toMatchObject({
      tags: [
        { name: 'a tag', ...of },
        { name: 'nightly', ...of },
      ],
      total: 2,
    });
    expect(await alice.api.listBackends({ query: { limit: 1 } })).toMatchObject({
      backends: [{ name: 'simulator', username: 'alice', ...of }],
    });
    expect((await bob.api.listTags()).tags).toEqual([]);
  });

  it('tasks that runs have used are listed with the catalogue of a backend', async () => {
    const { tasks, total } = await alice.api.listTaskInfo({ query: { backend: 'simulator', limit: 1000 } });
    expect(tasks).toHaveLength(total);
    expect(tasks.find(({ name }) => name === 'CheckT1')).toMatchObject({ task_type: 'qubit', enabled: true });
    const byName = await alice.api.listTaskInfo({ query: { backend: 'simulator', sort_order: 'name' } });
    const names = byName.tasks.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect((await alice.api.listTaskInfo({ query: { backend: 'unheard' } })).tasks).toEqual([]);
  });
});

describe('the calibration note', () => {
  it("the calibration note is what the caller's last run left on its chip", async () => {
    expect(await refusal(alice.api.getCalibrationNote())).toMatchObject({
      status: 404,
      detail: expect.stringMatching("'alice'"),
    });
    await saveCalibrationNote(contextOf(world.stack.runtime, 'test'), run.execution);
    const note = await alice.api.getCalibrationNote();
    expect(note).toMatchObject({ username: 'alice', execution_id: run.execution.executionId, task_id: 'master' });
    const { timestamp } = note;
    expect(note).toMatchObject({
      project_id: alice.projectId,
      system_info: { created_at: timestamp, updated_at: timestamp },
    });
    expect(note.note).toMatchObject({ qubit: { '0': { t1: { value: 40, task_id: 't1-second' } } }, coupling: {} });
    expect(await refusal(bob.api.getCalibrationNote())).toMatchObject({ status: 404 });
  });
});

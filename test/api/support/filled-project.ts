import { saveTemplateFlows } from '#local/demo/lab-flows.ts';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import { SOUND } from '#test/support/runs/simulation.ts';
import type { SampleNames } from './samples.ts';
import { makeScene } from './scene.ts';
import type { Caller, World } from './world.ts';

/** A project with something for every read: what the verbs of all groups write, an import, and runs that the service ran. */
export async function fillWholeProject(world: World, owner: Caller): Promise<SampleNames> {
  const editor = await world.register('editor-of-all');
  const members = [[editor.username, 'editor']] as const;
  const names = await makeScene(world, { owner, caller: owner, commenter: owner, members });
  const { projectId: project_id, taskId: task_id, chipId: chip_id, flowName: name } = names;
  const api = world.client(owner.token, project_id);
  await world
    .client(editor.token, project_id)
    .upsertQubitNote({ params: { chip_id, qid: '1' }, body: { content: 'mine' } });
  await api.createChip({ body: { chip_id: 'kept', topology_id: 'linear-4', technology: 'fluxonium' } });
  await saveTemplateFlows(api, 'kept');
  await api
    .executeFlow({ params: { name: 'coherence' }, body: { parameters: { qids: ['0'], ...SOUND } } })
    .catch(() => undefined);
  await runsEnded(world.client(owner.token, project_id));
  await api.importChip({
    body: { format: 'ibm', chip_id: 'imported', documents: deviceDocuments('linear-4', '2026-01-05T06:00:00Z') },
  });
  const parameters = { t1: { value: 41.5, unit: 'us' } };
  await api.updateCalibrationParameters({ body: { chip_id: 'kept', qid: '2', parameters, reason: 'by hand' } });
  await api.setTaskResultExcluded({ params: { task_id }, body: { excluded: true, reason: 'warm' } });
  await api.deleteFlow({ params: { name: 'ramsey' } }).catch(() => undefined);
  const value_limits = { t1: { lowest: 1, highest: 2000, unit: 'us' } };
  await api.updateProject({ params: { project_id }, body: { value_gate: 'warn', value_limits, tags: ['whole'] } });
  await api.saveFlow({ body: { name, chip_id, code: (await api.getFlow({ params: { name } })).code.concat('\n') } });
  const started_at = new Date(world.now().getTime() - 3_600_000).toISOString();
  await api.createCooldown({ body: { cooldown_id: 'cd-now', cryo_id: names.idleCryoId, started_at } });
  await api.assignChipToCooldown({ params: { cooldown_id: 'cd-now', chip_id: 'kept' } });
  await api.createChip({ body: { chip_id: 'gone', topology_id: 'linear-4' } });
  await api.upsertChipNote({ params: { chip_id: 'gone' }, body: { content: 'stays in the feed' } });
  await api.deleteChip({ params: { chip_id: 'gone' }, query: { force: true, permanent: true } });
  await world.stack.settle();
  return names;
}

/** Waits until no run holds the lock of a project. */
export async function runsEnded(api: Caller['api']): Promise<void> {
  while ((await api.getExecutionLockStatus({})).lock) await new Promise((done) => setTimeout(done, 50));
}

import { expect, vi } from 'vitest';
import type { FullClient } from '#test/support/stack/full-client.ts';
import type { pages } from '../../../web/pages.ts';
import { startOneQubitCheck } from './one-qubit-check.ts';

type Pattern = keyof typeof pages;

/** Of the service: a webhook of this machine, which needs no name to be looked up. */
export const settingsOfEvery = { WEBHOOK_NETWORKS: '127.0.0.1' };

/**
 * Makes a chip with a run and with what belongs to it, so that every page has something to show.
 * @returns an address of every page of the application, by the path of its route
 */
export async function everyAddress(api: FullClient): Promise<Record<Pattern, string>> {
  const execution_id = await startOneQubitCheck(api, { qids: ['0', '1', '2', '3'], seed: 1 });
  const read = () => api.getExecution({ params: { execution_id } });
  await vi.waitFor(async () => expect((await read()).end_at).not.toBeNull(), { timeout: 300_000, interval: 500 });
  const task_id = (await read()).task.find(({ name }) => name === 'CheckT1')?.task_id ?? '';
  const { id } = await api.createIssue({ params: { task_id }, body: { title: 'No decay', content: 'Seen' } });
  await api.closeIssue({ params: { issue_id: id } });
  await api.extractIssueKnowledge({ params: { issue_id: id } });
  await api.createCryostat({ body: { cryo_id: 'fridge', name: 'Fridge' } });
  // The description of the template needs more than one line.
  const brief = {
    name: 'brief',
    description: 'T1 alone',
    chip_id: 'qpu-1',
    code: 'pass\n',
    runner: 'worker' as const,
  };
  await api.saveFlow({ body: brief });
  const { schedule_id } = await api.scheduleFlow({ params: { name: 'check' }, body: { cron: '30 6 * * *' } });
  const { projects } = await api.listProjects({});
  const projectId = projects[0]?.project_id ?? '';
  // Nothing is sent to it.
  const { webhook_id } = await api.createWebhook({ body: { url: 'https://127.0.0.1/in', active: false } });
  const chip = '/chips/qpu-1';
  return {
    '/chips/$chipId': chip,
    '/dashboard': '/dashboard?chip=qpu-1',
    '/chips/$chipId/values': `${chip}/values`,
    '/chips/$chipId/wall': `${chip}/wall`,
    '/chips/$chipId/differences': `${chip}/differences`,
    '/chips/$chipId/qubits/$target': `${chip}/qubits/0`,
    '/chips/$chipId/couplings/$target': `${chip}/couplings/0-1`,
    '/chips/$chipId/muxes': `${chip}/muxes`,
    '/chips/$chipId/analysis': `${chip}/analysis`,
    '/chips/$chipId/days': `${chip}/days`,
    '/execution': '/execution',
    '/execution/$executionId': `/execution/${execution_id}`,
    '/tasks': '/tasks',
    '/tasks/archived': '/tasks/archived',
    '/tasks/$taskId': `/tasks/${task_id}`,
    '/reviews': '/reviews',
    '/task-knowledge': '/task-knowledge',
    '/task-knowledge/$taskName': '/task-knowledge/CheckT1',
    '/flows': '/flows',
    '/flows/$flowName': '/flows/check',
    '/schedules': '/schedules',
    '/schedules/$scheduleId': `/schedules/${schedule_id}`,
    '/compare': '/compare',
    '/notes': '/notes',
    '/discussions': '/discussions?status=all',
    '/discussions/new': '/discussions/new',
    '/discussions/$postId': `/discussions/${id}`,
    '/cases': '/cases',
    '/cases/$caseId': `/cases/${id}`,
    '/cryo': '/cryo',
    '/inbox': '/inbox',
    '/chips': '/chips',
    '/topologies/new': '/topologies/new',
    '/projects': '/projects',
    '/projects/$projectId': `/projects/${projectId}`,
    '/projects/$projectId/webhooks/$webhookId': `/projects/${projectId}/webhooks/${webhook_id}`,
    '/projects/$projectId/imports': `/projects/${projectId}/imports`,
    '/admin': '/admin',
    '/settings': '/settings',
  };
}

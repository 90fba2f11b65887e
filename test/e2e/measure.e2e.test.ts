import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible, keepScreenshot } from './support/browser.ts';
import { runEnded, startOneQubitCheck } from './support/one-qubit-check.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A chip after a check of two qubits; a flow that measures nothing of T1 was saved last. */
describe.skipIf(missing)(`what "Measure…" measures${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const api = () => session.service.api;
  const over = (execution_id: string) => runEnded(api(), execution_id);
  const ended = async () => {
    await expect.poll(() => pathOf(page), { timeout: 300_000 }).toMatch(/^\/execution\//);
    return over(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  };
  const tasksOf = ({ task }: Awaited<ReturnType<typeof over>>) => task.map(({ name, qid }) => `${name} ${qid}`).sort();

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    await over(await startOneQubitCheck(api(), { qids: ['0', '1'], seed: 1 }));
    const code = 'stages: [{name: a, tasks: [CheckRabi]}]';
    await api().saveFlow({ body: { name: 'rabi_only', code, runner: 'managed', chip_id: 'qpu-1' } });
  });
  afterAll(() => session?.stop());

  it('from T1 of a qubit: the task of T1 on this qubit, with minutes and what it replaces, by two clicks', async () => {
    await page.goto('/chips/qpu-1/qubits/0?metric=t1');
    await page.getByRole('button', { name: 'Measure…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Measure Q0' });
    await dialog.getByRole('checkbox', { name: 'CheckT1: T1, on 1 qubit', checked: true }).waitFor();
    expect(await dialog.getByRole('checkbox', { name: /^Check/ }).count()).toBe(1);
    await dialog.getByText('Takes less than 1 min. Replaces 1 current value: T1 of Q0.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Start 1 task' }).click();
    expect(tasksOf(await ended())).toEqual(['CheckT1 0']);
  });

  it('from a selection on the map: the task of its metric on the ticked qubits', async () => {
    await page.goto('/dashboard?chip=qpu-1&qubit=t2_echo&sel=0,1');
    await page.getByRole('region', { name: 'Ticked targets' }).getByRole('button', { name: 'Measure…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Measure Q0, Q1' });
    await dialog
      .getByRole('checkbox', { name: /T2 echo, on 2 qubits$/, checked: true })
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Start 2 tasks' }).click();
    expect(tasksOf(await ended())).toEqual(['CheckT2Echo 0', 'CheckT2Echo 1']);
  });

  it('from the page of a result: its own task on its target', async () => {
    const { task } = await over(await startOneQubitCheck(api(), { qids: ['0'], seed: 2 }));
    await page.goto(`/tasks/${task.find(({ name }) => name === 'CheckT1')?.task_id}`);
    await page.getByRole('button', { name: 'Measure…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Measure Q0' });
    await dialog.getByRole('checkbox', { name: 'CheckT1: T1, on 1 qubit', checked: true }).waitFor();
    expect(await dialog.getByRole('checkbox', { name: /^\w+:/ }).count()).toBe(1);
  });

  it('of a flow that measures it the tasks are ticked, and a flow that does not is not offered', async () => {
    await page.goto('/chips/qpu-1/qubits/1?metric=t1');
    await page.getByRole('button', { name: 'Measure…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Measure Q1' });
    const flows = dialog.getByLabel('With', { exact: true });
    await expect
      .poll(() => flows.locator('option').allInnerTexts(), { timeout: 300_000 })
      .toEqual(['Single tasks', expect.stringMatching(/^Flow check, \d+ tasks$/)]);
    await flows.selectOption({ index: 1 });
    for (const one of await dialog.getByRole('checkbox', { name: /^(?!CheckT1:|CheckRabi:)\w+:/ }).all())
      await one.uncheck();
    await dialog.getByRole('button', { name: 'Start 4 tasks' }).click();
    const run = await ended();
    expect(run).toMatchObject({ flow_name: 'check', parameters: { only_tasks: ['CheckRabi', 'CheckT1'] } });
    expect(tasksOf(run)).toEqual(['CheckRabi 1', 'CheckRabi 1', 'CheckRabi 1', 'CheckT1 1']);
    const open = async (on: Page) => {
      await on.getByRole('button', { name: 'Measure…' }).click();
      await on.getByText(/^Takes/).waitFor();
    };
    await expectPresentable(
      page,
      [['measure', '/chips/qpu-1/qubits/0?metric=t1', (on) => on.getByRole('button', { name: 'Measure…' })]],
      open,
    );
    expect(session.problems).toEqual([]);
  });

  it("a worker's announced task that measures it is offered first, with its form, and starts on the worker", async () => {
    const form = { title: 'Lifetime', properties: { points: { type: 'integer', minimum: 2, default: 41 } } };
    const outputs = { t1: { unit: 'us' } };
    const task = { name: 'lab_t1', task_type: 'qubit' as const, form, outputs };
    await api().announceWorker({ body: { worker: 'fridge', backends: ['lab'], tasks: [task] } });
    await page.goto('/dashboard?chip=qpu-1&qubit=t1&sel=0,1');
    await page.getByRole('region', { name: 'Ticked targets' }).getByRole('button', { name: 'Measure…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Measure Q0, Q1' });
    await dialog.getByRole('checkbox', { name: 'Lifetime (lab): T1, on 2 qubits', checked: true }).waitFor();
    await dialog.getByRole('checkbox', { name: 'CheckT1: T1, on 2 qubits', checked: false }).waitFor();
    await dialog.getByRole('group', { name: 'Parameters of Lifetime (lab)' }).getByLabel('Points').fill('5');
    await dialog.getByText('Replaces 2 current values: T1 of Q0, T1 of Q1.').waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'measure-announced-light-1440');
    await dialog.getByRole('button', { name: 'Start 2 tasks' }).click();
    await expect.poll(() => pathOf(page), { timeout: 300_000 }).toMatch(/^\/execution\//);
    const execution_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const run = await api().getExecution({ params: { execution_id } });
    expect(run).toMatchObject({ parameters: { points: 5, qids: ['0', '1'], backend: 'lab' } });
    await api().cancelExecution({ params: { flow_run_id: execution_id } });
    expect(session.problems).toEqual([]);
  });
});

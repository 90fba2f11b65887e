import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOUND } from '#test/support/runs/simulation.ts';
import { chromiumBrowser, expectAccessible, keepScreenshot } from './support/browser.ts';
import { expectPresentable, openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

const flow = `stages:
  - name: look
    tasks: [CheckResonatorSpectroscopy, CheckQubitSpectroscopy, CheckRabi]
    targets:
      qubits: ['0']
`;

/** Spectroscopies of a run, and what a person makes of their raw data afterwards: the steps build on each other. */
describe.skipIf(missing)(`spectroscopies analysed again${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const tasks = new Map<string, string>();

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
  });

  afterAll(() => session?.stop());

  it('there is a run with both spectroscopies', async () => {
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-4' } });
    await api.saveFlow({ body: { name: 'look', code: flow, chip_id: 'qpu-1' } });
    const parameters = { seed: 1, ...SOUND };
    const { execution_id } = await api.executeFlow({ params: { name: 'look' }, body: { parameters } });
    const run = () => api.getExecution({ params: { execution_id } });
    await expect.poll(async () => (await run()).status, { timeout: 300_000 }).toBe('completed');
    for (const { name, task_id } of (await run()).task) tasks.set(name, task_id);
    expect(tasks.size).toBe(3);
  });

  const dialog = () => page.getByRole('dialog', { name: /^Analyse Check\w+ on Q0 again\?$/ });
  const open = async (of: Page, task: string) => {
    await of.goto(`/tasks/${tasks.get(task)}`);
    await of.getByRole('button', { name: 'Analyse again…' }).click();
  };

  it('a spectrum is analysed again, its figure and values alongside the stored ones', async () => {
    await open(page, 'CheckQubitSpectroscopy');
    expect(await dialog().getByLabel('Minimum f01 height (dB)').inputValue()).toBe('14.9');
    await dialog().getByRole('button', { name: 'Analyse', exact: true }).click();
    await dialog().getByRole('img', { name: 'Stored figure' }).waitFor();
    await dialog().getByRole('img', { name: 'Figure of the new analysis' }).waitFor();
    const rows = dialog().getByRole('region', { name: 'Stored values and those analysed again' }).getByRole('row');
    const cells = await rows.filter({ hasText: 'Coarse qubit frequency' }).getByRole('cell').allTextContents();
    expect(cells[0]).toMatch(/GHz$/);
    expect(cells[1]).toBe(cells[0]);
    await expectAccessible(page);
    await keepScreenshot(page, 'task-analysed-again');
  });

  it('a threshold above the line gives no values, says why, and leaves the result as it is', async () => {
    await dialog().getByLabel('Minimum f01 height (dB)').fill('60');
    await dialog().getByRole('button', { name: 'Analyse', exact: true }).click();
    await dialog().getByText('CheckQubitSpectroscopy found no line above 60 dB').waitFor();
    const rows = dialog().getByRole('region', { name: 'Stored values and those analysed again' }).getByRole('row');
    expect((await rows.filter({ hasText: 'Anharmonicity' }).getByRole('cell').allTextContents())[1]).toBe('–');
    await dialog().getByRole('button', { name: 'Close' }).click();
    await dialog().waitFor({ state: 'hidden' });
    const task_id = tasks.get('CheckQubitSpectroscopy') ?? '';
    const { output_parameters } = await session.service.api.getTaskResult({ params: { task_id } });
    expect(Object.keys(output_parameters)).toContain('anharmonicity');
  });

  it('what the service refuses is shown in the dialog', async () => {
    await open(page, 'CheckQubitSpectroscopy');
    await dialog().getByLabel('Minimum f12 distance (MHz)').fill('700');
    await dialog().getByRole('button', { name: 'Analyse', exact: true }).click();
    await dialog().getByText("must be below 'Maximum f12 distance' (500\u00a0MHz)", { exact: true }).waitFor();
  });

  it('the map of a resonator is analysed again by a viewer', async () => {
    const { page: viewer } = await openAsMember(session, 'viewer');
    await open(viewer, 'CheckResonatorSpectroscopy');
    await viewer.getByLabel('Low power (dB)').fill('5');
    await viewer.getByRole('button', { name: 'Analyse', exact: true }).click();
    await viewer.getByRole('img', { name: 'Figure of the new analysis' }).waitFor();
    await viewer.getByRole('row').filter({ hasText: 'Optimal power' }).first().waitFor();
  });

  it('a task that no fit is offered for has no such action', async () => {
    await page.goto(`/tasks/${tasks.get('CheckRabi')}`);
    await page.getByRole('button', { name: 'Measure again…' }).waitFor();
    expect(await page.getByRole('button', { name: 'Analyse again…' }).count()).toBe(0);
  });

  it('the page with the action is presentable in every size and theme', async () => {
    const address = `/tasks/${tasks.get('CheckQubitSpectroscopy')}`;
    await expectPresentable(page, [
      ['task-spectroscopy', address, (at) => at.getByRole('button', { name: 'Analyse again…' })],
    ]);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from './support/addresses.ts';
import {
  chromiumBrowser,
  expectAccessible,
  expectContrastInDark,
  expectNoSidewaysScroll,
  expectTablesInside,
  keepScreenshot,
} from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const patient = { timeout: 300_000 };

/** Two equal runs, and the later actions on their results: the steps build on each other. */
describe.skipIf(missing)(`results judged and repeated in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let first: string;
  let second: string;
  /** A result of the second run that has one before it. */
  let taskId = '';

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
  });

  afterAll(() => session?.stop());

  const api = () => session.service.api;
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const read = (execution_id: string) => api().getExecution({ params: { execution_id } });
  const ran = async (seed: number) => {
    const id = await startOneQubitCheck(api(), { qids: ['0', '1', '2'], seed });
    await expect.poll(async () => (await read(id)).status, { timeout: 300_000 }).toBe('completed');
    return id;
  };
  const completedTasks = async (id: string) =>
    new Map(
      (await read(id)).task.flatMap((one) => (one.status === 'completed' ? [[`${one.name} ${one.qid}`, one]] : [])),
    );

  it('there are two runs to judge and compare', async () => {
    first = await ran(1);
    second = await ran(2);
    const before = await completedTasks(first);
    const again = [...(await completedTasks(second))].find(([key]) => before.has(key) && key.startsWith('CheckT1'));
    taskId = again?.[1].task_id ?? '';
    expect(taskId).not.toBe('');
  });

  it('the last two runs of a flow are compared from the page of their chip in 2 clicks', async () => {
    await page.goto('/chips/qpu-1');
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await page.getByRole('button', { name: 'Last two of check' }).click();
    await page.getByText(/(?:of \d+ changed|Nothing) beyond 3 σ/).waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('before'), searchParams.get('after')]).toEqual([`run:${first}`, `run:${second}`]);
  });

  it('a result is excluded with a reason, and shows by whom and why', async () => {
    await page.goto(`/tasks/${taskId}`);
    await page.getByRole('button', { name: 'Exclude…' }).click();
    await expectAccessible(page);
    await dialog(/^Exclude CheckT1 on Q\d\?$/)
      .getByLabel('Reason')
      .fill('the fridge was opened');
    // The page reads anew what it shows, part of it late.
    const histories = '**/api/task-results/*/*/history?*';
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(histories, async (route) => {
      await held;
      await route.fallback();
    });
    await dialog(/^Exclude/)
      .getByRole('button', { name: 'Exclude', exact: true })
      .click();
    await page.getByText(new RegExp(`^Excluded by ${session.username}, .*: the fridge was opened\\.`)).waitFor();
    await dialog(/^Exclude CheckT1/).waitFor();
    letGo();
    await dialog(/./).waitFor({ state: 'hidden' });
    await page.unroute(histories);
    await page.getByRole('region', { name: 'Results over time' }).getByText('excluded', { exact: true }).waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'task-excluded');
    const { chip_id: chip, qid } = await api().getTaskResult({ params: { task_id: taskId } });
    await page.goto(`/chips/${chip}/qubits/${qid}?metric=t1`);
    const chart = page.getByRole('img', { name: /^T1 over time/ });
    await expect
      .poll(() => chart.locator('title').allTextContents(), patient)
      .toContainEqual(expect.stringMatching(/, excluded$/));
  });

  it('an excluded result is marked in the run that it is of', async () => {
    await page.goto(`/execution/${second}`);
    await page.getByRole('gridcell', { name: /CheckT1: completed, excluded$/ }).waitFor();
    await page
      .getByRole('region', { name: 'Tasks', exact: true })
      .getByText('excluded', { exact: true })
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  it('an excluded result is included again', async () => {
    await page.goto(`/tasks/${taskId}`);
    await page.getByRole('button', { name: 'Include again…' }).click();
    await dialog(/^Include CheckT1 on Q\d again\?$/)
      .getByRole('button', { name: 'Include', exact: true })
      .click();
    await page.getByText(new RegExp(`^Excluded by ${session.username}`)).waitFor({ state: 'hidden' });
    expect((await api().getTaskResult({ params: { task_id: taskId } })).excluded).toBe(false);
  });

  it('a result is listed among those over time once it has ended, while its page is open', async () => {
    const result = `**/api/tasks/${taskId}/result`;
    const histories = '**/api/task-results/*/*/history?*';
    await page.route(histories, async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      const others = Object.entries(data).filter(([, one]) => (one as { task_id: string }).task_id !== taskId);
      await route.fulfill({ response, json: { ...rest, data: Object.fromEntries(others) } });
    });
    await page.route(result, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), status: 'running', end_at: null } });
    });
    await page.goto(`/tasks/${taskId}`);
    const rows = page.getByRole('region', { name: 'Results over time' }).getByRole('row');
    await rows.filter({ hasText: first }).waitFor();
    expect(await rows.filter({ hasText: second }).count()).toBe(0);
    await page.unroute(histories);
    await page.unroute(result);
    await rows.filter({ hasText: second }).waitFor();
  });

  it('two runs are compared from the page of one, with the run before proposed and the parameters that differ', async () => {
    await page.goto(`/execution/${second}`);
    await page.getByRole('button', { name: 'More of this run' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Compare…' }).press('Enter');
    await page.getByRole('heading', { name: 'What changed', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Differences' }).locator('tbody tr').first().waitFor();
    await page
      .getByRole('region', { name: 'Parameters of the runs' })
      .getByRole('row', { name: /^Seed 1 2$/ })
      .waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('before'), searchParams.get('after')]).toEqual([`run:${first}`, `run:${second}`]);
    await expectAccessible(page);
    await keepScreenshot(page, 'compare');
  });

  it('the page of a run shows the chip as the run found it', async () => {
    await page.goto(`/execution/${second}`);
    await page.getByRole('button', { name: 'Show the values' }).click();
    await page.getByRole('region', { name: 'Values at the start' }).locator('tbody tr').first().waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'snapshot');
  });

  it('a run is repeated with another parameter, and says what it repeats', async () => {
    await page.getByRole('button', { name: 'Run again…' }).click();
    const ask = dialog(`Run ${second} again?`);
    // Its qubits are words, what its tasks take has fields, and nothing is JSON.
    expect(await ask.getByLabel('Qubits').inputValue()).toBe('0, 1, 2');
    expect(await ask.getByText(/JSON/).count()).toBe(0);
    await ask.getByRole('group', { name: 'Parameters of its tasks' }).getByLabel('Shots').waitFor();
    await ask.getByLabel('seed').fill('3');
    await expectAccessible(page);
    await ask.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('main').locator('dl').getByRole('link', { name: second }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect((await read(id)).parameters).toMatchObject({ seed: 3, qids: ['0', '1', '2'] });
    await page.getByRole('main').locator('dl').first().getByText('completed').waitFor(patient);
  });

  it('one task is measured again without touching current values, and both results are linked', async () => {
    await page.goto(`/tasks/${taskId}`);
    await page.getByRole('button', { name: 'Measure again…' }).click();
    const ask = dialog(/^Run CheckT1 on Q\d again\?$/);
    await ask.getByLabel('New values become current').uncheck();
    await expectAccessible(page);
    await ask.getByRole('button', { name: 'Measure again' }).click();
    await page.getByRole('link', { name: 'a task result' }).waitFor();
    await page.getByRole('main').locator('dl').first().getByText('completed').waitFor(patient);
    await page.goto(`/tasks/${taskId}`);
    await page.getByRole('region', { name: 'Results measured again from this one' }).getByRole('link').click();
    await page.getByText('current values unchanged').waitFor();
    await expectAccessible(page);
  });

  it('a task is measured again from another value: its settings are loaded, and only what was changed is sent', async () => {
    const { input_parameters: inputs } = await api().getTaskResult({ params: { task_id: taskId } });
    await page.goto(`/tasks/${taskId}`);
    await page.getByRole('button', { name: 'Measure again…' }).click();
    const ask = dialog(/^Run CheckT1 on Q\d again\?$/);
    const start = ask.getByRole('button', { name: 'Measure again' });
    const field = ask
      .getByRole('group', { name: /^Start from other values/ })
      .getByLabel('Readout amplitude', { exact: true });
    expect(await field.inputValue()).toBe('');
    await ask.getByText(`then ${inputs.readout_amplitude?.value}`, { exact: true }).waitFor();
    await field.fill('a lot');
    await ask.getByText('must be a number').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await field.fill('0.25');
    await ask.getByLabel('Configure the control electronics first').check();
    await expectAccessible(page);
    await keepScreenshot(page, 'measure-again');
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/re-execute'));
    await start.click();
    expect((await sent).postDataJSON()).toEqual({
      parameter_overrides: { run: {}, input: { readout_amplitude: 0.25 } },
      update_params: true,
      simulated_values: 'keep',
      reconfigure: true,
    });
    // The page of the result says completed too, until the new run is shown.
    await page.getByRole('link', { name: 'a task result' }).waitFor();
    await page.getByRole('main').locator('dl').first().getByText('completed').waitFor(patient);
    const { task } = await read(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(task.map(({ name }) => name)).toEqual(['Configure', 'CheckT1']);
    const repeat = await api().getTaskResult({ params: { task_id: task[1]?.task_id ?? '' } });
    expect(repeat.input_parameters.readout_amplitude).toMatchObject({ value: 0.25, unit: 'a.u.' });
    expect(Object.keys(repeat.input_parameters).sort()).toEqual(Object.keys(inputs).sort());
  });

  it('two runs are compared on one page: what changed by significance, then how the runs differ', async () => {
    await page.goto('/compare');
    await page.getByRole('heading', { name: 'What changed', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'The two runs' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(pathOf(page)).toBe('/chips/qpu-1/differences');
    const ids = ['before', 'after'].map((side) => (searchParams.get(side) ?? '').replace('run:', ''));
    const [before, after] = await Promise.all(ids.map(read));
    expect(after?.start_at?.localeCompare(before?.start_at ?? '')).toBe(1);
    expect([after?.flow_name, after?.chip_id]).toEqual([before?.flow_name, before?.chip_id]);
    for (const name of ['Changes by significance', 'The two runs', 'Parameters of the runs', 'Values at the start'])
      await page.getByRole('heading', { name, level: 2 }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).innerText()).toBe('qpu-1 /');
  });

  it('the page of two runs is inside the window, light and dark, wide and narrow', async () => {
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`/compare?before=${first}&after=${second}`);
      await page.getByText('Cool-down after').waitFor();
      await expectNoSidewaysScroll(page);
      await expectTablesInside(page);
      await keepScreenshot(page, `compare-light-${width}`);
      await expectContrastInDark(page);
      await keepScreenshot(page, `compare-dark-${width}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('judging and repeating went without a script error or a refusal of the content security policy', () => {
    expect(session.problems).toEqual([]);
  });
});

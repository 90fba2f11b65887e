import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** Two qubits after a run; T1 of a third fell since last week. */
describe.skipIf(missing)(`keys that act in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let taskId = '';
  const dialog = (name: string | RegExp, of = page) => of.getByRole('dialog', { name });
  const confirm = (name: string | RegExp) => page.getByRole('alertdialog', { name }).or(dialog(name));
  const press = (key: string) => page.keyboard.press(key);
  /** Presses a key, waits for what it opens, and closes that. */
  const opens = async (key: string, name: string | RegExp) => {
    await press(key);
    await confirm(name).waitFor();
    await press('Escape');
    await confirm(name).waitFor({ state: 'detached' });
  };
  const bar = () => page.getByRole('region', { name: 'Ticked targets' });

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    const run = await startOneQubitCheck(api, { qids: ['0', '1'], seed: 1 });
    const read = () => api.getExecution({ params: { execution_id: run } });
    await vi.waitFor(async () => expect((await read()).end_at).not.toBeNull(), { timeout: 300_000, interval: 500 });
    const t1 = async () => (await api.getChipMetrics({ params: { chip_id: 'qpu-1' } })).qubit_metrics.t1;
    await vi.waitFor(async () => expect(await t1()).toMatchObject({ 0: {}, 1: {} }), { timeout: 300_000 });
    taskId = (await read()).task.find(({ name, qid }) => name === 'CheckT1' && qid === '0')?.task_id ?? '';
    for (const [daysAgo, value] of [
      [8, 100],
      [0, 2],
    ] as const)
      await api.updateCalibrationParameters({
        body: {
          chip_id: 'qpu-1',
          qid: '5',
          parameters: {
            t1: {
              value,
              error: 1,
              unit: 'us',
              calibrated_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
            },
          },
        },
      });
  });
  afterAll(() => session?.stop());

  it('m, e, n and c on the dashboard open what the buttons of the ticked targets do', async () => {
    await page.goto('/dashboard?chip=qpu-1&qubit=t1&sel=0,1');
    await bar().getByText('2 ticked: Q0, Q1').waitFor();
    await bar().getByRole('button', { name: 'Exclude 2 results', disabled: false }).waitFor();
    await opens('m', /^Measure /);
    await opens('e', 'Exclude 2 results?');
    await opens('n', 'Comment on 2 targets');
    await opens('c', 'Compare 2 qubits');
    // A box that is ticked takes no text: its letters act.
    await page.getByRole('checkbox', { name: 'Tick Q1', exact: true }).uncheck();
    await bar().getByText('1 ticked: Q0').waitFor();
    await opens('m', /^Measure /);
    // A disabled button has the focus, and its reason is read out.
    await press('c');
    expect(
      await bar()
        .getByRole('button', { name: 'Compare…' })
        .evaluate((one) => one === document.activeElement),
    ).toBe(true);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('letters that are typed act on nothing, nor do letters that are turned off', async () => {
    await press('n');
    const text = dialog('Comment on 1 target').getByLabel('Comment');
    await text.pressSequentially('menc jkx');
    expect(await text.inputValue()).toBe('menc jkx');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await text.fill('');
    await press('Escape');
    await page.evaluate(() => localStorage.setItem('fiducial.single-keys', 'off'));
    await page.reload();
    await bar().getByText('1 ticked: Q0').waitFor();
    await press('m');
    await press('Control+k');
    await dialog('Find').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.evaluate(() => localStorage.removeItem('fiducial.single-keys'));
  });

  it('j, k and x go through the rows of the values and tick them, and c compares what is ticked', async () => {
    await page.goto('/chips/qpu-1/values');
    await page.getByRole('link', { name: 'Q0', exact: true }).waitFor();
    for (const key of ['j', 'x', 'j', 'j', 'k', 'x']) await press(key);
    await bar().getByText('2 ticked: Q0, Q1').waitFor();
    expect(new URL(page.url()).searchParams.get('sel')).toBe('0,1');
    await opens('c', 'Compare 2 qubits');
    await opens('m', /^Measure /);
    await opens('n', 'Comment on 2 targets');
    await opens('e', /^Exclude \d+ results\?$/);
    await expectAccessible(page);
  });

  it('what has changed is ticked on the overview, and the address keeps it', async () => {
    await page.goto('/chips/qpu-1');
    await page.getByLabel('Since').selectOption('7 days ago');
    await page.getByRole('checkbox', { name: 'Tick Q5, T1' }).check();
    await bar().getByText('1 ticked: Q5').waitFor();
    await page.reload();
    await bar().getByText('1 ticked: Q5').waitFor();
    await opens('m', /^Measure /);
    await opens('n', 'Comment on 1 target');
    await bar().getByRole('button', { name: 'Clear ticks' }).click();
    await bar().waitFor({ state: 'detached' });
  });

  it('on the page of a result or a target the keys are of that', async () => {
    await page.goto(`/tasks/${taskId}`);
    await page.getByRole('button', { name: 'Measure again…', disabled: false }).waitFor();
    await opens('m', /^Run CheckT1 on Q0 again/);
    await opens('e', /^Exclude CheckT1 on Q0/);
    await press('n');
    await page.getByRole('textbox', { name: /note/i }).waitFor();
    await page.goto('/chips/qpu-1/qubits/0');
    await page.getByRole('button', { name: 'Write the note of Q0' }).waitFor();
    await opens('m', /^Measure /);
    await press('n');
    await page.getByRole('textbox', { name: /note/i }).waitFor();
  });

  it('on the page of a result j and k lead to the same task on the next target and back, and through rows once one has the focus', async () => {
    await page.goto(`/tasks/${taskId}`);
    const next = page.getByRole('link', { name: /^Next: Q/ });
    const name = (await next.innerText()).replace('Next: ', '');
    await press('j');
    await page.getByRole('heading', { name: `CheckT1 on ${name}`, level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Previous: Q0' }).waitFor();
    await press('k');
    await page.getByRole('heading', { name: 'CheckT1 on Q0', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Results over time' }).getByRole('link').first().focus();
    await press('j');
    await page.getByRole('heading', { name: 'CheckT1 on Q0', level: 1 }).waitFor();
  });

  it('the list of keys has them', async () => {
    await page.goto('/chips/qpu-1/values');
    await page.getByRole('link', { name: 'Q0', exact: true }).waitFor();
    await press('?');
    const keys = dialog('Keys').getByRole('table', { name: 'On what is ticked, or what the page is about' });
    await keys.waitFor();
    expect(await keys.getByRole('rowheader').allInnerTexts()).toEqual(['m', 'e', 'n', 'c']);
    await expectAccessible(page);
    await press('Escape');
    expect(session.problems).toEqual([]);
  });

  it('a viewer opens by these keys what a viewer may', async () => {
    const viewer = await openAsMember(session, 'viewer');
    await viewer.page.goto('/dashboard?chip=qpu-1&qubit=t1&sel=0,1');
    const measure = viewer.page
      .getByRole('region', { name: 'Ticked targets' })
      .getByRole('button', { name: 'Measure…' });
    await measure.waitFor();
    await viewer.page.keyboard.press('m');
    await expect.poll(() => measure.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await viewer.page.getByRole('dialog').count()).toBe(0);
    await viewer.page.keyboard.press('c');
    await dialog('Compare 2 qubits', viewer.page).waitFor();
    expect(viewer.problems).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible, keepScreenshot } from './support/browser.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

const managed = (task: string) =>
  `backend: simulator\nstages:\n  - name: check\n    tasks: [${task}]\n    targets:\n      qubits: all\n`;
const python = '"""Checks one qubit."""\nimport time\n\n\ndef run(chip):\n    time.sleep(1)\n    return chip\n';

/** Versions of a flow compared and restored, and a worker's source: the steps build on each other. */
describe.skipIf(missing)(`versions of flows in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-4' } });
    const morning = { name: 'morning', chip_id: 'qpu-1' };
    await api.saveFlow({ body: { ...morning, code: managed('CheckT1'), description: 'first' } });
    await api.saveFlow({ body: { ...morning, code: managed('CheckT1, CheckRabi'), description: 'second' } });
    await api.saveFlow({ body: { ...morning, code: managed('CheckT2Echo'), description: 'second' } });
    await api.saveFlow({ body: { name: 'lab', chip_id: 'qpu-1', code: python, runner: 'worker' } });
  });

  afterAll(() => session?.stop());

  const stored = (name = 'morning') => session.service.api.getFlow({ params: { name } });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const diff = () => page.getByRole('textbox', { name: /^Source of version \d with what it changed/ });
  const lines = (kind: 'changed' | 'deleted') =>
    diff().evaluate(
      (element, name) => [...element.querySelectorAll(`.cm-${name}Line`)].map((line) => line.textContent.trim()),
      kind,
    );

  it('two versions of a flow are compared at an address, by line and by setting', async () => {
    await page.goto('/flows/morning');
    await page
      .getByRole('region', { name: 'Versions' })
      .getByRole('link', { name: 'Compare versions 1 and 3' })
      .click();
    await page.getByRole('heading', { name: 'morning, from version 1 to 3', level: 1 }).waitFor();
    await page.getByText('1 place changed').waitFor();
    expect(await lines('changed')).toEqual(['tasks: [CheckT2Echo]']);
    expect(await lines('deleted')).toEqual(['tasks: [CheckT1]']);
    expect(new URL(page.url()).search).toBe('?version=3&against=1');
    const settings = page.getByRole('region', { name: 'Changed settings' });
    expect(await settings.getByRole('row').last().innerText()).toMatch(/Description\s+first\s+second/);
    await page.getByRole('button', { name: 'Next change' }).click();
    await expectAccessible(page);
  });

  it('any two versions of a flow are compared, and it is said where nothing differs', async () => {
    await page.getByLabel('From version').selectOption('2');
    await page.getByRole('heading', { name: 'morning, from version 2 to 3' }).waitFor();
    await expect.poll(() => lines('deleted')).toEqual(['tasks: [CheckT1, CheckRabi]']);
    await page.getByText('No settings differ').waitFor();
    await page.getByLabel('To version').selectOption('2');
    await page.getByText('No differences').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'morning, from version 2 to 2' }).waitFor();
  });

  it('a version of a flow is restored as a new one after asking, and those between are kept', async () => {
    await page.goto('/flows/morning?version=1');
    await page.getByRole('button', { name: 'Restore this version…' }).click();
    const ask = dialog('Restore version 1 of morning?');
    await ask.getByText(/The current version 3 stays readable/).waitFor();
    await expectAccessible(page);
    await ask.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('heading', { name: 'morning', level: 1, exact: true }).waitFor();
    expect(await stored()).toMatchObject({ version: 4, code: managed('CheckT1'), description: 'first' });
    const third = await session.service.api.getFlowVersion({ params: { name: 'morning', version: 3 } });
    expect(third.code).toBe(managed('CheckT2Echo'));
  });

  it('every version of a flow is listed, however many answers they take', async () => {
    const versions = '**/api/flows/morning/versions?*';
    await page.route(versions, (route) =>
      route.fallback({ url: route.request().url().replace('limit=100', 'limit=2') }),
    );
    await page.goto('/flows/morning');
    const rows = page.getByRole('region', { name: 'Versions' }).locator('tbody th');
    await rows.first().waitFor();
    expect(await rows.allInnerTexts()).toEqual(['4', '3', '2', '1']);
    await page.unroute(versions);
  });

  it('a version is not restored over what a user saved meanwhile, and can be restored on asking again', async () => {
    await page.goto('/flows/morning?version=2');
    await page.getByRole('button', { name: 'Restore this version…' }).click();
    await session.service.api.saveFlow({ body: { name: 'morning', chip_id: 'qpu-1', code: managed('CheckRamsey') } });
    const ask = dialog('Restore version 2 of morning?');
    await ask.getByRole('button', { name: 'Restore', exact: true }).click();
    await ask.getByRole('alert').waitFor();
    expect((await stored()).version).toBe(5);
    await ask.getByText(/The current version 5/).waitFor();
    await ask.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('heading', { name: 'morning', level: 1, exact: true }).waitFor();
    expect(await stored()).toMatchObject({ version: 6, code: managed('CheckT1, CheckRabi') });
  });

  it('restoring the current version says that there is nothing to restore', async () => {
    await page.goto('/flows/morning?version=2');
    const button = page.getByRole('button', { name: 'Restore this version…' });
    await button.waitFor();
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  });

  it("a worker's flow can be edited, coloured as Python, without the checks of a managed one", async () => {
    await page.goto('/flows/lab');
    const source = page.getByRole('textbox', { name: 'Source of the flow' });
    await source.getByText('def').first().waitFor();
    await page.getByText(/^Python, run by your lab's worker/).waitFor();
    // A keyword of its own element: the grammar was loaded.
    await expect
      .poll(() =>
        source.evaluate((element) => [...element.querySelectorAll('span')].some((one) => one.textContent === 'def')),
      )
      .toBe(true);
    expect(await page.getByRole('list', { name: 'Problems' }).count()).toBe(0);
    await source.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('# done\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Saved' }).waitFor();
    expect((await stored('lab')).code).toBe(`${python}# done\n`);
    await expectAccessible(page);
    await keepScreenshot(page, 'flow-python');
  });

  it('the page of versions is accessible and inside the window, light and dark, wide and narrow', async () => {
    await expectPresentable(page, [
      ['flow-diff', '/flows/morning?version=3&against=1', () => diff()],
      ['flow-version', '/flows/morning?version=1', () => page.getByRole('textbox', { name: 'Source of version 1' })],
    ]);
    expect(session.problems).toEqual([]);
  });
});

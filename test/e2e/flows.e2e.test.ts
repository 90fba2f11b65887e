import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunText, unreachableText } from '../../web/ui/lib/format/words.ts';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible, keepScreenshot } from './support/browser.ts';
import { expectPresentable, expectTwoLines, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** From a template to a flow that two people edit at once: the steps build on each other. */
describe.skipIf(missing)(`flows in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let service: Session['service'];
  let page: Page;

  beforeAll(async () => {
    session = await startSession();
    ({ service, page } = session);
    await service.api.createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-4' } });
  });

  afterAll(() => session?.stop());

  const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name });
  const source = () => page.getByRole('textbox', { name: 'Source of the flow' });
  const problems = () => page.getByRole('list', { name: 'Problems' }).getByRole('button');
  const save = () => page.getByRole('button', { name: 'Save', exact: true });
  const stored = () => service.api.getFlow({ params: { name: 'morning' } });

  /** Replaces the whole source, as a paste does. */
  async function write(text: string): Promise<void> {
    await source().click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  }

  it('the page of flows says what to do while there are none, and makes one from a template', async () => {
    await page.goto('/flows');
    await page.getByRole('heading', { name: 'No flows yet' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New flow' }).click();
    await dialog('New flow').getByLabel('Template').selectOption({ label: 'One-qubit check' });
    await dialog('New flow').getByLabel('Name').fill('morning');
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Create flow' }).click();
    await page.getByRole('heading', { name: 'morning', level: 1 }).waitFor();
    await source().getByText('CHECK_1Q').waitFor();
    await page.getByText(/No problems; a run has \d+ tasks/).waitFor();
    await expectAccessible(page);
  });

  it('a new flow is not written over one of the same name', async () => {
    await page.goto('/flows?open=new');
    await dialog('New flow').getByLabel('Name').fill('morning');
    await dialog().getByRole('button', { name: 'Create flow' }).click();
    await dialog().getByRole('alert').waitFor();
    expect((await stored()).version).toBe(1);
  });

  it('a mistake in a flow is marked while it is typed, and the list leads to its line', async () => {
    await page.goto('/flows/morning');
    await source().getByText('CHECK_1Q').waitFor();
    await write('backend: simulator\nstages:\n  - name: check\n    tasks: [CheckT1, CheckRabbi]\n');
    await problems()
      .filter({ hasText: /^Line 4 .*CheckRabbi.*CheckRabi/ })
      .waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'flow-problems');
    await problems().first().click();
    const isFocused = (element: Element) => element === (element.getRootNode() as ShadowRoot).activeElement;
    expect(await source().evaluate(isFocused)).toBe(true);
    // The cursor is at the mistake: typed text is inserted there.
    await page.keyboard.insertText('X');
    await source()
      .getByText(/XCheckRabbi/)
      .waitFor();
  });

  it('a flow is not called right while the chip could not be asked', async () => {
    await page.route('**/api/flows/validate', (route) => route.abort());
    await write('backend: simulator\nstages:\n  - name: check\n    tasks: [CheckT1, CheckRabi]\n');
    await page.getByText(new RegExp(`^Not checked on the chip: ${unreachableText}`)).waitFor();
    expect(await page.getByText(/^No problems/).count()).toBe(0);
    await page.unroute('**/api/flows/validate');
  });

  it('a flow is told by the chip which of its targets do not exist', async () => {
    await write(
      'backend: simulator\nstages:\n  - name: check\n    tasks: [CheckT1]\n    targets:\n      qubits: [0, 99]\n',
    );
    await problems()
      .filter({ hasText: /^Line 6 .*99/ })
      .waitFor();
  });

  it('a wrong flow is refused with the line, and a right one saved as a version', async () => {
    await save().click();
    await page.getByRole('alert').getByText(/99/).first().waitFor();
    expect((await stored()).version).toBe(1);
    await write(
      'backend: simulator\nstages:\n  - name: check\n    tasks: [CheckT1]\n    targets:\n      qubits: all\n',
    );
    await page.getByText('No problems; a run has 4 tasks').waitFor();
    await save().click();
    await page.getByRole('button', { name: 'Saved' }).waitFor();
    expect((await stored()).version).toBe(2);
  });

  it('unsaved changes of a flow are not left behind without a question', async () => {
    await page.getByLabel('Description').fill('the check of each morning');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' }).click();
    await expectAccessible(page);
    await dialog('Leave without saving?').getByRole('button', { name: 'Stay' }).click();
    expect(pathOf(page)).toBe('/flows/morning');
    expect(await page.getByLabel('Description').inputValue()).toBe('the check of each morning');
  });

  it('the editor of a flow shows both sides when another user saved meanwhile, and loses neither', async () => {
    const theirs = await stored();
    const code = theirs.code.replace('CheckT1', 'CheckT2Echo');
    await service.api.saveFlow({ body: { name: 'morning', chip_id: 'qpu-1', code, description: 'theirs' } });
    await save().click();
    const conflict = dialog('morning changed while you edited');
    await conflict.getByRole('textbox', { name: 'Their source' }).getByText('CheckT2Echo').waitFor();
    await conflict.getByRole('textbox', { name: 'My source' }).getByText('CheckT1').waitFor();
    await expectAccessible(page);
    await conflict.getByRole('button', { name: 'Keep mine and edit on' }).click();
    await save().click();
    await page.getByRole('button', { name: 'Saved' }).waitFor();
    expect(await stored()).toMatchObject({ version: 4, description: 'the check of each morning' });
    expect((await service.api.getFlowVersion({ params: { name: 'morning', version: 3 } })).code).toBe(code);
  });

  it('every version of a flow can be read', async () => {
    await page.getByRole('region', { name: 'Versions' }).getByRole('link', { name: '3', exact: true }).click();
    await page.getByRole('heading', { name: 'morning, version 3' }).waitFor();
    await page.getByRole('textbox', { name: 'Source of version 3' }).getByText('CheckT2Echo').waitFor();
    await page.getByText(/^View only\./).waitFor();
    expect(new URL(page.url()).search).toBe('?version=3');
    await page.getByRole('link', { name: 'Go to the current version' }).click();
    await source().getByText('CheckT1').waitFor();
  });

  it('the editor keeps what is typed while a flow is being saved, and does not call it saved', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/api/flows', async (route) => {
      if (route.request().method() !== 'GET') await held;
      await route.fallback();
    });
    const description = page.getByLabel('Description');
    await description.fill('what is sent');
    await save().click();
    await page.getByRole('button', { name: 'Saving…' }).waitFor();
    await description.fill('what is typed meanwhile');
    letGo();
    await save().waitFor();
    expect(await description.inputValue()).toBe('what is typed meanwhile');
    expect((await stored()).description).toBe('what is sent');
    await page.unroute('**/api/flows');
    await save().press('Enter');
    await page.getByRole('button', { name: 'Saved' }).waitFor();
    // The keyboard focus has not moved.
    expect(await page.locator(':focus').innerText()).toBe('Saved');
    expect((await stored()).description).toBe('what is typed meanwhile');
  });

  it('the dialog of a start says why the tasks of a flow cannot be counted', async () => {
    await page.route('**/api/flows/validate', (route) => route.abort());
    await page.getByRole('button', { name: startRunText }).click();
    await dialog(startRunText)
      .getByText(new RegExp(`^Task count unavailable: ${unreachableText}`))
      .waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.unroute('**/api/flows/validate');
  });

  it('the list of flows says what each did last, with its failures, how long that takes, and when it starts next', async () => {
    const { api } = service;
    const row = () => page.getByRole('region', { name: 'Flows' }).getByRole('row').filter({ hasText: 'morning' });
    await page.goto('/flows');
    await row().filter({ hasText: 'never' }).filter({ hasText: 'not scheduled' }).waitFor();
    const ran = async (failure_rate: number) => {
      const body = { parameters: { qids: ['0'], failure_rate, bad_target_rate: 0 } };
      const { execution_id } = await api.executeFlow({ params: { name: 'morning' }, body });
      const ended = async () => (await api.getExecution({ params: { execution_id } })).end_at;
      await expect.poll(ended, { timeout: 300_000 }).not.toBeNull();
      return api.getExecution({ params: { execution_id } });
    };
    await ran(0);
    const last = await ran(1);
    const failed = last.task.filter(({ status }) => status === 'failed').length;
    expect(failed).toBeGreaterThan(0);
    await api.scheduleFlow({ params: { name: 'morning' }, body: { cron: '15 7 * * *', timezone: 'Europe/Berlin' } });
    await page.goto('/flows');
    await row().getByText(`${failed} failed`).waitFor();
    await row().getByText('07:15 in Europe/Berlin').waitFor();
    const { executions } = await api.listExecutions({ query: { flow_name: 'morning', status: 'completed' } });
    const completed = executions.length === 1 ? '1 run' : `${executions.length} runs`;
    await row().getByTitle(`Of ${completed} that completed, among the last 100 of the project`).waitFor();
    await expectTwoLines(page, '/flows', ['Flows']);
    await page.goto('/flows');
    await row().getByRole('link', { name: last.execution_id }).click();
    await page.waitForURL(`**/execution/${last.execution_id}`);
  });

  it('the page of a flow is restored from its address, accessible and inside the window, in every size and scheme', async () => {
    await expectPresentable(page, [
      ['flows', '/flows', () => page.getByRole('region', { name: 'Flows' })],
      ['flow', '/flows/morning', () => source()],
    ]);
  });

  it('a flow is deleted only when that is said', async () => {
    await page.getByRole('button', { name: 'Actions of morning' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog("Delete flow 'morning'?").getByRole('button', { name: 'Delete flow' }).click();
    await page.getByRole('heading', { name: 'No flows yet' }).waitFor();
    expect(session.problems).toEqual([]);
  });
});

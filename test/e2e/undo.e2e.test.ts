import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chromiumBrowser, expectAccessible, expectContrastInDark, keepScreenshot } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const patient = { timeout: 120_000 };

describe.skipIf(missing)(`undo on the pages${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let taskId: string;

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api, register } = session.service;
    const params = { project_id: session.projectId };
    await register({ username: 'ida', password: 'swordfish and chips' });
    await api.addProjectMemberAdmin({ params, body: { username: 'ida', role: 'viewer' } });
    await api.updateProject({ params, body: { value_gate: 'hold' } });
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    await api.createCryostat({ body: { cryo_id: 'fridge' } });
    const started_at = '2025-01-01T00:00:00Z';
    await api.createCooldown({ body: { cooldown_id: 'cd-1', cryo_id: 'fridge', started_at } });
    await api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
    const { flow_run_id } = await api.executeFlow({ params: { name: 'lab' }, body: {} });
    const body = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID(), software: 'lab 1.0' };
    await vi.waitFor(async () => expect((await api.claimRun({ body })).run).not.toBeNull(), { timeout: 300_000 });
    const fence = (await api.claimRun({ body })).run?.fence ?? 0;
    const at = new Date(Date.now() - 60_000).toISOString();
    const result = (qid: string, output_parameters: Record<string, { value: number }>, r2?: number) => ({
      ...{ task: 'CheckT1', task_type: 'qubit' as const, qid, status: 'completed' as const, start_at: at, end_at: at },
      ...{ output_parameters, ...(r2 !== undefined && { r2 }) },
    });
    const results = [
      result('0', { t1: { value: 50 } }),
      result('1', { average_readout_fidelity: { value: 0.83 } }, 0.5),
    ];
    const told = await api.reportTaskResults({ params: { flow_run_id }, body: { fence, results } });
    taskId = told.results[0]?.task_id ?? '';
    await api.scheduleFlow({ params: { name: 'lab' }, body: { cron: '30 6 * * *' } });
  });
  afterAll(() => session?.stop());

  const api = () => session.service.api;
  const dialog = () => page.getByRole('dialog');
  const message = (text: string) => page.getByRole('status').getByText(text, { exact: true });
  const undo = () => page.getByRole('button', { name: 'Undo', exact: true });
  const t1 = async () => (await api().getChipQubit({ params: { chip_id: 'chip', qid: 0 } })).data.t1?.value ?? null;
  const held = async () => (await api().listHeldMeasurements({ query: { chip_id: 'chip' } })).total;

  /** Undoes what a message is about, then undoes that: what was done is there again. */
  async function undoAndRedo(
    done: string,
    undone: string,
    read: () => Promise<unknown>,
    before: unknown,
  ): Promise<void> {
    await message(done).waitFor(patient);
    const after = await read();
    expect(after).not.toEqual(before);
    await undo().click();
    await message(undone).waitFor(patient);
    expect(await read()).toEqual(before);
    await undo().click();
    await message(done).waitFor(patient);
    expect(await read()).toEqual(after);
    await page.getByRole('button', { name: 'Close the message' }).click();
  }

  it('a value ten times the current one is asked about once, and undone from the message (6 clicks)', async () => {
    await page.goto('/chips/chip/qubits/0?metric=t1');
    await page.getByRole('button', { name: 'Set values…' }).click();
    await dialog().getByLabel('T1, new value').fill('500');
    await dialog().getByRole('button', { name: 'Set 1 value' }).click();
    await dialog().getByText('T1: 500 µs instead of 50 µs').waitFor();
    expect(await t1()).toBe(50);
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Set 1 value anyway' }).click();
    await message('Values set').waitFor(patient);
    // The message stays while it has the focus, however long the pictures take.
    await undo().focus();
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
      await keepScreenshot(page, `undo-message-light-${width}`);
      await expectContrastInDark(page);
      await keepScreenshot(page, `undo-message-dark-${width}`);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await t1()).toBe(500);
    await undo().click();
    await message('Values taken back').waitFor(patient);
    expect(await t1()).toBe(50);
    await page.getByText('T1 50 µs').first().waitFor(patient);
  });

  it('an excluded result is undone from the message (4 clicks)', async () => {
    await page.goto(`/tasks/${taskId}`);
    const before = await t1();
    await page.getByRole('button', { name: 'Exclude…' }).click();
    await dialog().getByLabel('Reason').fill('warm');
    await dialog().getByRole('button', { name: 'Exclude', exact: true }).click();
    await undoAndRedo('Result excluded', 'Result included', t1, before);
    await page.getByRole('button', { name: 'Include again…' }).waitFor(patient);
  });

  it('an accepted held value is undone from the message (3 clicks)', async () => {
    await page.goto('/chips/chip');
    await page.getByRole('button', { name: 'Accept… Q1 Readout error' }).click();
    await dialog().getByRole('button', { name: 'Accept' }).click();
    await undoAndRedo('Value accepted', 'Value held again', held, 1);
  });

  it('a note is undone from the message (3 clicks)', async () => {
    const note = async () => (await api().getChipQubit({ params: { chip_id: 'chip', qid: 1 } })).note.content;
    await page.goto('/dashboard?chip=chip&target=1');
    await page.getByRole('button', { name: 'Write the note of Q1' }).click();
    await page.getByLabel('Text of the note of Q1').fill('flux noise');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await undoAndRedo('Note saved', 'Note deleted', note, '');
  });

  it('a chip that was added to a cool-down is undone from the message (3 clicks)', async () => {
    const chips = async () => (await api().getCooldown({ params: { cooldown_id: 'cd-1' } })).chip_ids;
    await page.goto('/cryo?cooldown=cd-1');
    await page.getByLabel('Chip', { exact: true }).selectOption('chip');
    await page.getByRole('button', { name: 'Add chip' }).click();
    await undoAndRedo('Chip added to the cool-down', 'Chip taken out of the cool-down', chips, []);
  });

  it('a deleted schedule is undone from the message, and is told before what does not come back (4 clicks)', async () => {
    const schedules = async () => (await api().listAllFlowSchedules({})).schedules.map(({ cron }) => cron);
    await page.goto('/schedules');
    await page.getByRole('link', { name: 'Every day at 06:30' }).click();
    await page.getByRole('button', { name: 'Actions of the schedule' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog().getByText('Undoing this does not bring back the list of its past starts').waitFor();
    await dialog().getByRole('button', { name: 'Delete schedule' }).click();
    await undoAndRedo('Schedule deleted', 'Schedule restored', schedules, ['30 6 * * *']);
  });

  it('the write gate is undone from the message (3 clicks)', async () => {
    const gate = async () => (await api().getProject({ params: { project_id: session.projectId } })).value_gate;
    await page.goto(`/projects/${session.projectId}`);
    const form = page.getByRole('form', { name: 'Settings of values' });
    await form.locator('input[name=value_gate][value=warn]').check();
    await form.getByRole('button', { name: 'Save settings' }).click();
    await message('Write gate changed').waitFor(patient);
    expect(await gate()).toBe('warn');
    await undo().click();
    await expect.poll(gate, patient).toBe('hold');
    await page.getByRole('button', { name: 'Close the message' }).click();
  });

  it('a deleted chip is back on the list of chips after an undo from its message, and its dialog says until when (5 clicks)', async () => {
    const chips = async () => (await api().listChips({})).chips.map(({ chip_id }) => chip_id);
    // On the other chip is a run.
    await api().createChip({ body: { chip_id: 'spare', topology_id: 'linear-2' } });
    await page.goto('/chips/spare');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await dialog().getByText('You can undo this for 24 hours').waitFor();
    await dialog().getByLabel('Type spare to confirm').fill('spare');
    await expectAccessible(page);
    await keepScreenshot(page, 'undo-chip-dialog');
    await dialog().getByRole('button', { name: 'Delete chip' }).click();
    await page.getByRole('heading', { level: 1, name: 'Chips' }).waitFor(patient);
    await undoAndRedo('Chip deleted', 'Chip restored', chips, ['chip', 'spare']);
    expect(await page.getByRole('link', { name: 'spare', exact: true }).count()).toBe(0);
    await page.goto(`/projects/${session.projectId}`);
    await page.getByLabel('What').selectOption('delete-chip');
    await page
      .getByRole('region', { name: 'Audit' })
      .getByRole('button', { name: `Undo: delete chip, by ${session.username}` })
      .click();
    await expect.poll(chips, patient).toEqual(['chip', 'spare']);
    await page.goto('/chips');
    await page.getByRole('link', { name: 'spare', exact: true }).first().waitFor(patient);
  });

  it('the audit undoes what is undoable, says who undid what, and why something is refused', async () => {
    const params = { project_id: session.projectId };
    await api().removeProjectMember({ params: { ...params, username: 'ida' } });
    await api().createChip({ body: { chip_id: 'scrap', topology_id: 'linear-2' } });
    await api().deleteChip({ params: { chip_id: 'scrap' }, query: { force: true, permanent: true } });
    await page.goto(`/projects/${session.projectId}`);
    const audit = page.getByRole('region', { name: 'Audit' });
    const row = (text: string | RegExp) => audit.getByRole('row').filter({ hasText: text }).first();
    await row('Remove member')
      .getByRole('button', { name: `Undo: remove member, by ${session.username}` })
      .click();
    await row('Undo: restore member').waitFor(patient);
    await row(/^(?!.*Undo:).*Remove member/s)
      .getByText(`undone by ${session.username}`)
      .waitFor(patient);
    const { members } = await api().listProjectMembers({ params });
    expect(members.find(({ username }) => username === 'ida')).toMatchObject({ role: 'viewer', status: 'active' });
    await page.getByLabel('What').selectOption('delete-chip');
    await row(/permanent/)
      .getByText('cannot be undone')
      .waitFor(patient);
    await page.getByLabel('What').selectOption('restore-member');
    await row('Undo: restore member').waitFor(patient);
    // What is refused names what has changed.
    await api().updateProjectMember({ params: { ...params, username: 'ida' }, body: { role: 'editor' } });
    await row('Undo: restore member')
      .getByRole('button', { name: /^Undo:/ })
      .click();
    await audit.getByRole('alert').getByText("Member 'ida' has changed since: editor, active").waitFor(patient);
    // Without the message, which lies over a part of the page.
    await page.reload();
    await row('Undo: restore member').waitFor(patient);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
      await audit.scrollIntoViewIfNeeded();
      await keepScreenshot(page, `undo-audit-light-${width}`);
      await expectContrastInDark(page);
      await keepScreenshot(page, `undo-audit-dark-${width}`);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    expect(session.problems).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible, expectNoSidewaysScroll } from './support/browser.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const chip = { chip_id: 'qpu-1' };

/** Notes of a chip in a cool-down, from the first note to the search: the steps build on each other. */
describe.skipIf(missing)(`notes in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let service: Session['service'];
  let page: Page;

  beforeAll(async () => {
    session = await startSession();
    ({ service, page } = session);
    const { api } = service;
    await api.createChip({ body: { ...chip, topology_id: 'linear-3' } });
    await api.createCryostat({ body: { cryo_id: 'fridge-1' } });
    await api.createCooldown({
      body: { cooldown_id: 'cd-0', cryo_id: 'fridge-1', started_at: '2025-01-01', ended_at: '2025-02-01' },
    });
    await api.createCooldown({ body: { cooldown_id: 'cd-1', cryo_id: 'fridge-1', started_at: '2025-03-01' } });
    for (const cooldown_id of ['cd-0', 'cd-1']) await api.assignChipToCooldown({ params: { cooldown_id, ...chip } });
  });

  afterAll(() => session?.stop());

  const dialog = () => page.getByRole('dialog');
  const save = () => page.getByRole('button', { name: 'Save', exact: true });
  const text = (name: string) => page.getByLabel(`Text of ${name}`);

  async function write(name: string, content: string): Promise<void> {
    await page.getByRole('button', { name: new RegExp(`^(Write|Edit) ${name}$`) }).click();
    await text(name).fill(content);
    await save().click();
    await text(name).waitFor({ state: 'hidden' });
  }

  const eventsOf = async (target_id: string) =>
    (await service.api.listTargetNoteEvents({ query: { scope: 'qubit', target_id } })).total;

  it('notes are written on the chip, for the cool-down that it is in', async () => {
    await page.goto('/dashboard?chip=qpu-1');
    await page.getByText('No note on chip qpu-1').waitFor();
    await page.getByRole('button', { name: 'Write the note of chip qpu-1' }).click();
    await page.getByText('0 of 5,000 characters; kept for cool-down cd-1').waitFor();
    await text('the note of chip qpu-1').fill('🧊'.repeat(5001));
    await page.getByText('5,001 of 5,000 characters: 1 too many').waitFor();
    expect(await save().isDisabled()).toBe(true);
    await text('the note of chip qpu-1').fill('first light');
    await expectAccessible(page);
    await save().click();
    // While it is being written, its text is in the form.
    await text('the note of chip qpu-1').waitFor({ state: 'hidden' });
    await page.getByText('first light').waitFor();
    const { content, cooldown_id } = await service.api.getChipNote({ params: chip });
    expect([content, cooldown_id]).toEqual(['first light', 'cd-1']);
  });

  it('a note pins a summary on a qubit, with comments, listed alongside the map', async () => {
    await page.goto('/dashboard?chip=qpu-1&target=1');
    await write('the note of Q1', 'flux noise at 4 GHz');
    await page.getByLabel('Comment on Q1').fill('seen again');
    await page.reload();
    await expect.poll(() => page.getByLabel('Comment on Q1').inputValue()).toBe('seen again');
    await page.getByLabel('Comment on Q1').press('Control+Enter');
    await page.getByRole('list', { name: 'Comments on Q1' }).getByText('seen again').waitFor();
    const noted = page.getByRole('list', { name: 'Noted qubits and couplings' }).getByRole('listitem');
    await noted.filter({ hasText: 'flux noise at 4 GHz' }).filter({ hasText: '1 comment' }).waitFor();
    await page.getByRole('gridcell', { name: /^Q1.*, noted$/ }).waitFor();
    expect(await page.getByRole('gridcell', { name: /, noted$/ }).count()).toBe(1);
    await page.getByRole('list', { name: 'Drawn states' }).getByText('noted').waitFor();
    await page.getByRole('row', { name: /^Tick Q1 Q1 .*flux noise at 4 GHz · 1 comment$/ }).waitFor();
    await expectAccessible(page);
  });

  it('notes show on the page of the target, where comments are edited and deleted by their author', async () => {
    await service.api.upsertQubitMetricNote({
      params: { ...chip, qid: '1', metric_key: 't1' },
      body: { content: 'from an older client' },
    });
    await page.goto('/chips/qpu-1/qubits/1');
    await page.getByRole('list', { name: 'Metric notes of Q1' }).getByText('from an older client').waitFor();
    await page.getByText('flux noise at 4 GHz').waitFor();
    await write(`the comment of ${session.username}: seen again`, 'seen twice');
    await page.getByText(`edited, first written by ${session.username}`).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Delete the comment of ${session.username}: seen twice` }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No comments yet').waitFor();
  });

  it('notes that another user wrote meanwhile are shown with mine, and are merged by hand', async () => {
    const name = 'the note of Q1';
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await text(name).fill('mine');
    await service.api.upsertQubitNote({
      params: { ...chip, qid: '1' },
      query: { cooldown_id: 'cd-1' },
      body: { content: 'theirs' },
    });
    await save().click();
    expect(await dialog().getByLabel('Theirs').inputValue()).toBe('theirs');
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Put theirs below mine' }).click();
    const mine = dialog().getByLabel('Mine (merge by hand)');
    expect(await mine.inputValue()).toBe('mine\n\ntheirs');
    await mine.fill('mine and theirs');
    await dialog().getByRole('button', { name: 'Save mine' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByText('mine and theirs').waitFor();
  });

  it('a note that another user wrote meanwhile can be taken instead of mine', async () => {
    const name = 'the note of Q1';
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await text(name).fill('mine');
    await service.api.upsertQubitNote({
      params: { ...chip, qid: '1' },
      query: { cooldown_id: 'cd-1' },
      body: { content: 'theirs again' },
    });
    await save().click();
    await dialog().getByRole('button', { name: 'Take theirs, discard mine' }).click();
    await page.getByText('theirs again').waitFor();
    await text(name).waitFor({ state: 'hidden' });
  });

  it('notes that are not saved outlive a reload, and are not left without a question', async () => {
    const name = 'the note of Q1';
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await text(name).fill('half a thought');
    await page.reload();
    await expect.poll(() => text(name).inputValue()).toBe('half a thought');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cryostats' }).click();
    await dialog().getByRole('button', { name: 'Stay' }).click();
    expect(await text(name).inputValue()).toBe('half a thought');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cryostats' }).click();
    await dialog().getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Cryostats', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: `Edit ${name}` }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Cryostats', level: 1 }).waitFor();
  });

  it('notes are found by their text, with the words marked and a way to the target', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' }).click();
    await page.getByRole('heading', { name: 'Timeline of chip qpu-1' }).waitFor();
    const timeline = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    expect(await timeline.first().innerText()).toContain('theirs again');
    await page.getByLabel('Oldest first').check({ force: true });
    await timeline.first().getByText('first light').waitFor();
    await expectAccessible(page);
    const search = page.getByRole('combobox', { name: 'Search' });
    await search.fill('from:2026-01-01');
    await search.press('Enter');
    await page.getByText("'from:' narrows a search").waitFor();
    await search.fill('flux of:qubit');
    await search.press('Enter');
    const found = page.getByRole('list', { name: 'Search results' }).getByRole('listitem');
    await found.first().waitFor();
    expect(await found.count()).toBe(1);
    expect(await found.locator('mark').innerText()).toBe('flux');
    await expectAccessible(page);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: 'flux', scope: 'qubit', order: 'asc' });
    await page.reload();
    await found.getByRole('link', { name: 'Q1' }).click();
    await page.getByRole('link', { name: 'Timeline of Q1' }).click();
    await page.getByRole('heading', { name: 'Timeline of Q1' }).waitFor();
    expect(await timeline.count()).toBe(await eventsOf('1'));
  });

  it('notes and values of another cool-down are shown when it is chosen, and the URL keeps it', async () => {
    await service.api.updateCalibrationParameters({
      body: {
        chip_id: 'qpu-1',
        qid: '0',
        parameters: { t1: { value: 50, unit: 'μs', calibrated_at: '2025-01-15T00:00:00Z' } },
      },
    });
    await page.goto('/dashboard?chip=qpu-1');
    await page.getByLabel('Cool-down', { exact: true }).selectOption('cd-0');
    await page.getByText('No note on chip qpu-1').waitFor();
    await page.getByRole('gridcell', { name: /^Q0.*50/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('cooldown')).toBe('cd-0');
    await write('the note of chip qpu-1', 'the first cool-down');
    await page.reload();
    await page.getByText('the first cool-down').waitFor();
    await page.getByLabel('Cool-down', { exact: true }).selectOption('cd-1');
    await page.getByText('first light').waitFor();
    await page.getByRole('gridcell', { name: /^Q0.*50/ }).waitFor({ state: 'detached' });
    await expectAccessible(page);
  });

  it('notes are written on a task result', async () => {
    const { api } = service;
    const code =
      'backend: simulator\nstages:\n  - name: check\n    tasks: [CheckT1]\n    targets:\n      qubits: [0]\n';
    await api.saveFlow({ body: { name: 'one', chip_id: 'qpu-1', code } });
    await api.executeFlow({ params: { name: 'one' }, body: {} });
    const firstTask = async () => (await api.listTaskResults({ query: { chip_id: 'qpu-1' } })).items[0]?.task_id;
    await expect.poll(firstTask, { timeout: 300_000 }).toBeDefined();
    const task_id = (await firstTask()) ?? '';
    await page.goto(`/tasks/${task_id}`);
    await page.getByText('No note on this task').waitFor();
    await write('the note of this task', 'a poor fit');
    await page.getByText('a poor fit').waitFor();
    expect((await api.getTaskNote({ params: { task_id } })).content).toBe('a poor fit');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete the note of this task' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No note on this task').waitFor();
  });

  it('on a phone a note of the timeline is two lines and the beginning of its text, and one press shows the rest', async () => {
    const content = Array.from({ length: 12 }, (_, n) => `${n + 1}. a line of the note`).join('\n');
    await service.api.upsertQubitNote({ params: { ...chip, qid: '2' }, body: { content } });
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/notes');
    const entry = page
      .getByRole('list', { name: 'Timeline' })
      .getByRole('listitem')
      .filter({ hasText: 'a line of the note' })
      .first();
    const last = entry.getByText('a line of the note').last();
    await entry.getByRole('button', { name: 'Show more' }).waitFor();
    const heightOf = async () => (await entry.boundingBox())?.height ?? 0;
    await expect.poll(heightOf).toBeLessThan(220);
    await expect.poll(async () => (await entry.locator('p').first().boundingBox())?.height).toBeLessThan(45);
    await entry.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(heightOf).toBeGreaterThan(260);
    // Brings it into sight, also where the text is drawn anew meanwhile.
    await last.hover();
    await entry.getByRole('button', { name: 'Show less' }).click();
    await expect.poll(heightOf).toBeLessThan(220);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('pages of notes stay accessible and inside the window, light and dark, wide and narrow', async () => {
    const theirs = () => page.getByText(/theirs/).first();
    await expectPresentable(page, [
      ['notes-dashboard', '/dashboard?chip=qpu-1&target=1', theirs],
      ['notes-chips', '/chips/qpu-1/qubits/1', theirs],
      ['notes-notes', '/notes?q=theirs', theirs],
    ]);
    expect(session.problems).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { expectPresentable, openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A failed task that two people discuss until it is settled: the steps build on each other. */
describe.skipIf(missing)(`discussions in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let admin: string;
  let viewer: string;
  /** The administrator's page, and that of a colleague with read-only access. */
  let page: Page;
  let colleague: Page;
  let run = '';
  let failed = { task_id: '', name: '', qid: '' };
  let address = '';

  beforeAll(async () => {
    session = await startSession();
    admin = session.username;
    viewer = `${admin}-viewer`;
    page = session.page;
    ({ page: colleague } = await openAsMember(session, 'viewer'));
  });

  afterAll(() => session?.stop());

  it('there is a run with a task that failed', async () => {
    const { api } = session.service;
    run = await startOneQubitCheck(api, { qids: ['0', '1'], failure_rate: 1, seed: 7 });
    const read = () => api.getExecution({ params: { execution_id: run } });
    await expect.poll(async () => (await read()).status, { timeout: 300_000 }).toBe('completed');
    const task = (await read()).task.find(({ status, qid }) => status === 'failed' && qid);
    failed = { task_id: task?.task_id ?? '', name: task?.name ?? '', qid: task?.qid ?? '' };
    expect(failed.name).not.toBe('');
  });

  const dialog = () => page.getByRole('dialog');
  const about = (of: Page, name: string) => of.getByRole('list', { name: `Discussions about ${name}` });
  const post = (of: Page, name: string) => of.getByRole('article', { name });

  const replyField = (of: Page) => of.getByRole('textbox', { name: 'Reply' });

  it('a discussion of a failed task is begun from its page, with the task filled in and a colleague mentioned', async () => {
    await page.goto(`/tasks/${failed.task_id}`);
    await page.getByText('No discussions of this result yet').waitFor();
    await page.getByRole('link', { name: 'Discuss', exact: true }).click();
    await page.getByText(`About ${failed.name} on Q${failed.qid}`).waitFor();
    await page.getByLabel('Title').fill('The fit does not converge');
    await page
      .getByLabel('Text')
      .fill(`Since the **warm-up**, @${viewer}?\n\n- \`T1\` is short\n- see <https://example.org/x>`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Begin the discussion' }).click();
    await page.getByRole('heading', { name: 'The fit does not converge', level: 1 }).waitFor();
    address = pathOf(page);
    const first = post(page, 'First post');
    expect(await first.locator('strong').allInnerTexts()).toEqual(['warm-up', `@${viewer}`]);
    expect(await first.getByRole('listitem').count()).toBe(2);
    await page.getByRole('link', { name: `${failed.name} on Q${failed.qid}` }).waitFor();
    await expectAccessible(page);
  });

  it('a discussion is on the pages of the task, the qubit and the run, where the colleague finds it and replies, also after a reload', async () => {
    await colleague.goto(`/execution/${run}`);
    await about(colleague, `run ${run}`).getByRole('link').waitFor();
    await colleague.goto(`/chips/qpu-1/qubits/${failed.qid}`);
    await about(colleague, `Q${failed.qid}`).getByRole('link').waitFor();
    await colleague.goto(`/tasks/${failed.task_id}`);
    await about(colleague, 'this result').getByRole('link', { name: 'The fit does not converge' }).click();
    expect(await colleague.getByRole('button', { name: 'Close…' }).count()).toBe(0);
    await replyField(colleague).fill(`A two-level system. 冷却後に直るはず @${admin}`);
    await colleague.reload();
    await expect.poll(() => replyField(colleague).inputValue()).toBe(`A two-level system. 冷却後に直るはず @${admin}`);
    await colleague.getByRole('button', { name: 'Send the reply' }).click();
    await post(colleague, `Reply of ${viewer}`).getByText('冷却後に直るはず').waitFor();
    await expect.poll(() => replyField(colleague).inputValue()).toBe('');
    await post(page, `Reply of ${viewer}`).waitFor({ timeout: 300_000 });
  });

  it('an edit keeps the earlier text, and a colleague cannot change what is not theirs', async () => {
    await page.getByRole('button', { name: 'Edit the discussion' }).click();
    await page.getByLabel('Title').fill('The fit of T1 does not converge');
    await page.getByLabel('Text of the discussion').fill('Since the warm-up of Monday');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'The fit of T1 does not converge', level: 1 }).waitFor();
    await page.getByRole('button', { name: '1 earlier text' }).click();
    await page.getByRole('list', { name: 'Earlier texts' }).getByText('The fit does not converge').waitFor();
    await colleague.reload();
    await post(colleague, 'First post').getByText('of Monday').waitFor();
    // The replies come behind the post, and one is the colleague's own.
    await expect.poll(() => colleague.getByRole('button', { name: /^Edit/ }).allInnerTexts()).toEqual(['Edit']);
  });

  it('a discussion is labelled, given to a user and said to be under investigation', async () => {
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog().getByLabel('Labels').fill('fridge tls');
    await dialog().getByLabel('Status').selectOption('investigating');
    await dialog().getByLabel(viewer).check();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByText('investigating').waitFor();
    // An assignee may close it.
    await colleague.reload();
    await colleague.getByRole('button', { name: 'Close…' }).waitFor();
  });

  it('a discussion is closed with its reason, and takes no reply', async () => {
    await page.getByRole('button', { name: 'Close…' }).click();
    await dialog().getByLabel('Because it is').selectOption({ label: 'a duplicate' });
    await dialog().getByRole('button', { name: 'Close the discussion' }).click();
    await page.getByText('This discussion is closed.').waitFor();
    await page.getByText('a duplicate').waitFor();
    expect(await replyField(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Open again' }).waitFor();
  });

  it('a closed discussion is found again by the list, by where it is, label and person', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discussions' }).click();
    await page.getByText('Nothing is open').waitFor();
    const filter = page.getByRole('combobox', { name: 'Filter' });
    const narrow = async (text: string) => {
      await filter.fill(text);
      await filter.press('Enter');
    };
    await narrow('status:resolved');
    const found = page.getByRole('list', { name: 'Discussions' }).getByRole('listitem');
    await found.waitFor();
    expect(await found.innerText()).toContain('1 reply');
    await narrow(`status:resolved assignee:${viewer} label:nothing`);
    await page.getByText('No discussions match').waitFor();
    await narrow('status:melted');
    await page.getByText("'melted' is not a status. Use").waitFor();
    await narrow(`冷却 status:resolved assignee:${viewer} label:tls`);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('冷却');
    expect(new URL(page.url()).searchParams.get('label')).toBe('tls');
    await found.getByRole('link', { name: 'The fit of T1 does not converge' }).click();
    await expect.poll(() => pathOf(page)).toBe(address);
  });

  it('a note becomes a discussion in 2 clicks and a title that is there, and marks its qubit on the map', async () => {
    const { api } = session.service;
    const noted = { chip_id: 'qpu-1', qid: '7' };
    const content = 'T1 falls each night\nSince the pump was changed.';
    await api.upsertQubitNote({ params: noted, query: {}, body: { content } });
    await page.goto('/chips/qpu-1/qubits/7');
    await page.getByRole('link', { name: 'Discuss the note of Q7' }).click();
    await page.getByText('About Q7 of qpu-1').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('T1 falls each night');
    expect(await page.getByLabel('Text').inputValue()).toBe('> T1 falls each night\n> Since the pump was changed.\n\n');
    await page.getByRole('button', { name: 'Begin the discussion' }).click();
    await page.getByRole('heading', { name: 'T1 falls each night', level: 1 }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.locator('blockquote', { hasText: 'Since the pump was changed.' }).waitFor();
    await api.deleteQubitNote({ params: noted, query: {} });
    await page.goto('/dashboard?chip=qpu-1');
    await page.getByRole('gridcell', { name: /^Q7,/ }).first().focus();
    await page.getByRole('tooltip').getByText('discussed: T1 falls each night').waitFor();
    await api.deleteForumPost({ params: { post_id: id } });
  });

  it('the pages of discussions are presentable', async () => {
    await expectPresentable(page, [
      ['discussions', '/discussions?status=all', (of) => of.getByRole('list', { name: 'Discussions' })],
      ['discussion', address, (of) => of.getByText('This discussion is closed.')],
      ['new-discussion', '/discussions/new?chip=qpu-1', (of) => of.getByLabel('Title')],
    ]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('a discussion is opened again and deleted with its replies by its author', async () => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Open again' }).click();
    await replyField(page).waitFor();
    await page.getByRole('button', { name: 'Delete the discussion' }).click();
    await dialog().getByText('Its 1 reply and all earlier texts go with it.').waitFor();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Discussions', level: 1 }).waitFor();
    expect((await session.service.api.listForumPosts({ query: { status: 'all' } })).total).toBe(0);
    expect(session.problems).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { expectPresentable, openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** Three closed discussions of one task result, and one that is open: the steps build on each other. */
describe.skipIf(missing)(`cases of closed discussions in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const threads: string[] = [];
  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const row = (name: string) => page.getByRole('region', { name: 'Cases' }).getByRole('row', { name });
  const draft = async (issue_id = '') => session.service.api.extractIssueKnowledge({ params: { issue_id } });

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    const execution_id = await startOneQubitCheck(api, { qids: ['0'], seed: 1 });
    const read = () => api.getExecution({ params: { execution_id } });
    await vi.waitFor(async () => expect((await read()).end_at).not.toBeNull(), { timeout: 300_000, interval: 500 });
    const task_id = (await read()).task.find(({ name }) => name === 'CheckT1')?.task_id ?? '';
    for (const title of ['No decay', 'Two slopes', 'A cold spot', 'Still open']) {
      const params = { task_id };
      const { id } = await api.createIssue({ params, body: { title, content: `Seen: ${title.toLowerCase()}` } });
      await api.createIssue({ params, body: { content: 'The attenuator was loose', parent_id: id } });
      if (title !== 'Still open') await api.closeIssue({ params: { issue_id: id } });
      threads.push(id);
    }
  });
  afterAll(() => session?.stop());

  it('an open discussion offers no case, a closed one drafts it in one click, and leads to it afterwards', async () => {
    await page.goto(`/discussions/${threads[3]}`);
    await button('Close…').waitFor();
    expect(await button('Draft a case').count()).toBe(0);
    await page.goto(`/discussions/${threads[0]}`);
    await button('Draft a case').click();
    await expect.poll(() => pathOf(page)).toBe(`/cases/${threads[0]}`);
    await page.getByText('Seen: no decay').waitFor();
    await page.getByText('The attenuator was loose').waitFor();
    await page.getByRole('link', { name: 'Discussion', exact: true }).click();
    await page.getByRole('link', { name: 'Case', exact: true }).click();
    await heading('No decay').waitFor();
  });

  it('a draft is changed field by field', async () => {
    await button('Edit').click();
    await page.getByLabel('Title').fill('No decay without an attenuator');
    await page.getByLabel('Severity').selectOption('critical');
    await page.getByLabel('Cause (optional)').fill('A **loose** attenuator');
    await page.getByLabel('Lessons (optional)').fill('Tighten it\n\nCheck line 4');
    await page.getByText('Labels, and what a model is taught by').click();
    await page.getByLabel('Failure modes (optional)').fill('flat line, no signal');
    await expectAccessible(page);
    await button('Save').click();
    await heading('No decay without an attenuator').waitFor();
    await page.locator('strong', { hasText: 'loose' }).waitFor();
    const known = await session.service.api.getIssueKnowledge({ params: { knowledge_id: threads[0] ?? '' } });
    expect(known).toMatchObject({
      severity: 'critical',
      lesson_learned: ['Tighten it', 'Check line 4'],
      failure_mode_labels: ['flat line', 'no signal'],
      resolution: 'The attenuator was loose',
    });
  });

  it('what is approved is in what is known of the task, and can be changed no more', async () => {
    await button('Approve').click();
    await page.getByText('Judged by').waitFor();
    expect(await button('Edit').count()).toBe(0);
    await page.getByRole('link', { name: 'About CheckT1' }).click();
    await page.getByText(/^No decay without an attenuator/).waitFor();
  });

  it('cases are found from the discussions, by words, status and task, and the address keeps it', async () => {
    await draft(threads[1]);
    await draft(threads[2]);
    await page.goto('/discussions');
    await page.getByRole('main').getByRole('link', { name: 'Cases', exact: true }).click();
    await row('Two slopes').waitFor();
    await page.getByLabel('Find').fill('tighten');
    await row('Two slopes').waitFor({ state: 'detached' });
    await row('No decay').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('tighten');
    await page.getByLabel('Status').selectOption('draft');
    await page.getByText('No cases match').waitFor();
    await page.getByLabel('Find').fill('');
    await row('A cold spot').waitFor();
    await page.goto('/cases?task=CheckRabi');
    await page.getByText('No cases match').waitFor();
    await page.goto('/cases?status=lost');
    await page.getByText("No status 'lost'").waitFor();
  });

  it('a draft is rejected, and a case deleted, each after a question', async () => {
    await page.goto(`/cases/${threads[1]}`);
    await button('Reject…').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('rejected', { exact: true }).waitFor();
    await page.goto(`/cases/${threads[2]}`);
    await button('Delete…').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await heading('Cases').waitFor();
    await row('Two slopes').waitFor();
    expect(await row('A cold spot').count()).toBe(0);
  });

  it('a viewer is told that cases are for editors, and asks for none', async () => {
    const { page: theirs, problems } = await openAsMember(session, 'viewer');
    const asked: string[] = [];
    theirs.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const address of ['/cases', `/cases/${threads[0]}`]) {
      await theirs.goto(address);
      await theirs.getByText('For editors').waitFor();
    }
    await theirs.goto(`/discussions/${threads[0]}`);
    await theirs.getByText('This discussion is closed').waitFor();
    expect(asked.filter((path) => path.startsWith('/api/issue-knowledge'))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('the pages of cases are presentable in both themes, wide and narrow', async () => {
    await expectPresentable(page, [
      ['cases', '/cases', () => row('Two slopes')],
      ['case', `/cases/${threads[0]}`, () => heading('No decay without an attenuator')],
    ]);
    expect(session.problems).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chromiumBrowser, expectAccessible, expectNoSidewaysScroll } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { expectPresentable, expectTwoLines, openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A run of the one-qubit check on two qubits: the steps build on each other. */
describe.skipIf(missing)(`task knowledge and reviews in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let taskId = '';
  const own = '# CheckT1\n\n## What it measures\n\nHow long an excitation lives **in our lab**.\n';
  const dialog = () => page.getByRole('dialog');
  const heading = (name: string, level = 1) => page.getByRole('heading', { name, level, exact: true });

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    const execution_id = await startOneQubitCheck(api, {
      qids: ['0', '1'],
      seed: 1,
    });
    const ended = async () => (await api.getExecution({ params: { execution_id } })).end_at;
    await vi.waitFor(async () => expect(await ended()).not.toBeNull(), { timeout: 300_000 });
    const { task } = await api.getExecution({ params: { execution_id } });
    taskId = task.find(({ name, qid }) => name === 'CheckT1' && qid === '1')?.task_id ?? '';
  });

  afterAll(() => session?.stop());

  it('what is known of a task is found from the flows in 2 clicks and a part of its name', async () => {
    await page.goto('/flows');
    await page.getByRole('main').getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByLabel('Find a task').fill('energy relax');
    await page.getByRole('link', { name: 'CheckT1', exact: true }).click();
    await heading('CheckT1').waitFor();
    await heading('Standard text', 2).waitFor();
    await page.getByText('What it measures', { exact: true }).waitFor();
  });

  it('an editor writes the text of the project, and goes back to the standard one', async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Text about CheckT1').fill(own);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await heading('As this project knows it', 2).waitFor();
    await page.locator('strong', { hasText: 'in our lab' }).waitFor();
    const known = await session.service.api.getTaskKnowledge({ params: { task_name: 'CheckT1' } });
    expect([known.prompt_text, known.updated_by]).toEqual([own, session.username]);
    await page.getByRole('button', { name: 'Back to the standard text…' }).click();
    await dialog().getByRole('button', { name: 'Delete the text' }).click();
    await heading('Standard text', 2).waitFor();
    expect(await page.getByText('in our lab').count()).toBe(0);
  });

  it('a result is reviewed on its page in 2 clicks, and found among the reviews', async () => {
    await page.goto(`/tasks/${taskId}`);
    await page.getByText('No reviews yet').waitFor();
    await page.getByRole('button', { name: 'Write one…' }).click();
    await dialog().getByLabel('Decision').selectOption('needs review');
    await dialog().getByLabel('Reason in a line').fill('The tail is not flat');
    await dialog().getByLabel('Review', { exact: true }).fill('The fit is *too* good: measure with more delay.');
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Save the review' }).click();
    await page.locator('em', { hasText: 'too' }).waitFor();
    await page.getByRole('link', { name: 'Reviews of CheckT1' }).click();
    const row = page.getByRole('row', { name: /^CheckT1 Q1/ });
    await row.getByText('The tail is not flat').waitFor();
    await page.getByText('needs review 1', { exact: true }).waitFor();
    const filter = page.getByRole('combobox', { name: 'Filter' });
    const narrow = async (text: string) => {
      await filter.fill(text);
      await filter.press('Enter');
    };
    await narrow('task:CheckT1 decision:needs_review');
    await expect.poll(() => new URL(page.url()).searchParams.get('decision')).toBe('needs_review');
    await row.waitFor();
    await narrow('flow:check');
    await page.getByText("'flow:check' is not a filter. Use chip:, task:, status:, decision:").waitFor();
    await narrow('status:failed');
    await page.getByText('No reviews match').waitFor();
  });

  it('a viewer reads both, and is told why nothing can be written', async () => {
    const viewer = await openAsMember(session, 'viewer');
    await viewer.page.goto('/task-knowledge/CheckT1');
    await viewer.page.getByRole('button', { name: 'Edit', disabled: true, description: /^View only/ }).waitFor();
    await viewer.page.goto(`/tasks/${taskId}`);
    await viewer.page
      .getByRole('button', { name: 'Write another…', disabled: true, description: /^View only/ })
      .waitFor();
    expect(viewer.problems).toEqual([]);
  });

  it('on a phone a long review is two lines, and one press opens all of it with what to do', async () => {
    const reason = `The decay does not end within the scan ${'and the residuals are of one sign '.repeat(4)}at its end`;
    const body = { primary_reason: reason, recommended_action: 'Measure up to 500 µs', review_markdown: '*too* short' };
    await session.service.api.upsertTaskResultAiReview({ params: { task_id: taskId }, body });
    await expectTwoLines(page, '/reviews', ['Reviews']);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.locator('summary', { hasText: 'The decay does not end' }).click();
    await page.getByText('What to do: Measure up to 500 µs').waitFor();
    expect(await page.getByText(reason).evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('the pages of tasks and reviews are presentable in both themes, wide and narrow', async () => {
    await expectPresentable(page, [
      ['tasks', '/task-knowledge', (at) => at.getByRole('link', { name: 'CheckT1', exact: true })],
      ['task-knowledge', '/task-knowledge/CheckT1', (at) => at.getByText('What it measures', { exact: true })],
      ['reviews', '/reviews', (at) => at.getByText('needs review 1', { exact: true })],
      ['task-reviewed', `/tasks/${taskId}`, (at) => at.locator('em', { hasText: 'too' })],
    ]);
    await expectTwoLines(page, '/task-knowledge', ['Box Setup', '1Q Coarse']);
    expect(session.problems).toEqual([]);
  });
});

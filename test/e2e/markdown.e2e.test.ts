import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible, expectNoSidewaysScroll, keepScreenshot } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

const text = `## Warm-up
- **T1** of Q2 fell, see [the sheet](https://example.org/sheet)
- run \`CheckT1\` again

| T1 (µs) | n |
|:--|--:|
| 81 | 12 |

<img src="x" onerror="document.title = 'owned'"> [x](javascript:alert(1))`;

/** A chip in a project that Ada Byron is a member of. */
describe.skipIf(missing)(`notes in Markdown${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const field = () => page.getByLabel('Text of the note of chip qpu-1');
  const people = () => page.getByRole('listbox', { name: 'People to mention' });
  const note = () =>
    page
      .getByRole('region')
      .or(page.locator('section'))
      .filter({ has: page.getByRole('heading', { name: 'Notes', exact: true }) })
      .last();

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-4' } });
    const { default_project_id: project } = await api.getCurrentUser();
    await api.registerUser({ body: { username: 'ada', full_name: 'Ada Byron', password: 'the password of ada' } });
    await api.addProjectMemberAdmin({
      params: { project_id: project ?? '' },
      body: { username: 'ada', role: 'editor' },
    });
  });
  afterAll(() => session?.stop());

  it('behind an @ the members of the project are offered, and chosen by the keyboard alone', async () => {
    await page.goto('/dashboard?chip=qpu-1');
    await page.getByRole('button', { name: 'Write the note of chip qpu-1' }).click();
    await field().pressSequentially('Ask @');
    await people().getByRole('option').nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await field().pressSequentially('by');
    await people().getByRole('option', { name: '@ada Ada Byron', selected: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await people().waitFor({ state: 'hidden' });
    await field().pressSequentially('today');
    expect(await field().inputValue()).toBe('Ask @ada today');
    await field().pressSequentially(' @');
    await people().waitFor();
    await page.keyboard.press('Escape');
    await people().waitFor({ state: 'hidden' });
    expect(await field().inputValue()).toBe('Ask @ada today @');
  });

  it('a note is drawn with lists, code, tables, links and mentions, and without any HTML of its writer', async () => {
    await field().fill(`Ask @ada today\n\n${text}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await field().waitFor({ state: 'hidden' });
    const card = note();
    await card.getByRole('cell', { name: '81' }).waitFor();
    expect(await card.getByRole('columnheader').allInnerTexts()).toEqual(['T1 (µs)', 'n']);
    expect(await card.locator('strong', { hasText: /^@ada$/ }).count()).toBe(1);
    expect(await card.locator('li code').innerText()).toBe('CheckT1');
    expect(await card.getByRole('link', { name: 'the sheet' }).getAttribute('href')).toBe('https://example.org/sheet');
    expect(await card.locator('img').count()).toBe(0);
    expect(await card.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await page.title()).toBe('Dashboard · Fiducial');
    await card.getByRole('link', { name: 'Q2', exact: true }).click();
    await page.getByRole('heading', { name: 'Qubit Q2' }).waitFor();
    expect(pathOf(page)).toBe('/chips/qpu-1/qubits/2');
    expect(session.problems).toEqual([]);
  });

  it.each([
    [1440, 'light'],
    [1440, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const)('a note in Markdown is accessible and fits at %d pixels in the %s theme', async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.goto('/dashboard?chip=qpu-1');
    await note().getByRole('cell', { name: '81' }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await keepScreenshot(page, `markdown-${colorScheme}-${width}`);
  });

  it('the timeline of notes draws Markdown too, and what a search found as it was written', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/notes?chip=qpu-1');
    await page.getByRole('cell', { name: '81' }).first().waitFor();
  });
});

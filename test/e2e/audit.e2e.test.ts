import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectNoSidewaysScroll } from './support/browser.ts';
import { expectTwoLines, type Session, startOwnSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`the audits on the pages${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let projectId: string;

  beforeAll(async () => {
    session = await startOwnSession();
    page = session.page;
    const { api } = session.service;
    await api.registerUser({
      body: { username: 'ada', password: 'swordfish and chips', create_default_project: false },
    });
    ({ project_id: projectId } = await api.createProject({ body: { name: 'audited' } }));
    const params = { project_id: projectId };
    await api.addProjectMemberAdmin({ params, body: { username: 'ada', role: 'viewer' } });
    await api.updateProjectMember({ params: { ...params, username: 'ada' }, body: { role: 'editor' } });
  });

  afterAll(() => session?.stop());

  const rows = () => page.getByRole('region', { name: 'Audit' }).getByRole('row');

  it('the owner of a project sees who did what in it, narrows it and downloads it', async () => {
    await page.goto(`/projects/${projectId}`);
    await rows().filter({ hasText: 'Change role' }).getByText('role: viewer → editor').waitFor();
    expect(await rows().count()).toBe(3);
    await page.getByLabel('What').selectOption('invite-member');
    await rows().filter({ hasText: 'Change role' }).waitFor({ state: 'hidden' });
    expect(await rows().nth(1).innerText()).toMatch(/user ada\s+role: viewer; status: active/);
    const downloads = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const csv = await readFile(await (await downloads).path(), 'utf8');
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).toContain('invite-member,user:ada');
    await page.getByLabel(/^Through/).fill('2020-01-01');
    await page.getByText('No entries match').waitFor();
  });

  it('on a phone an entry of the audit is two lines, and what is cut is one press away with the way to the result', async () => {
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    const { default_project_id: own } = await api.getCurrentUser();
    const reason = `Set after the cable was changed ${'and the line was found open '.repeat(4)}again`;
    await api.updateCalibrationParameters({
      body: { chip_id: 'chip', qid: '1', reason, parameters: { t1: { value: 60, unit: 'us' } } },
    });
    await expectTwoLines(page, `/projects/${own}`, ['Audit']);
    await page.setViewportSize({ width: 360, height: 800 });
    const summary = page.locator('summary', { hasText: 'T1: 60' });
    await summary.click();
    expect(await summary.innerText()).toBe(`T1: 60; reason: ${reason}`);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('an administrator sees what was done to accounts', async () => {
    await page.goto('/admin');
    await page.getByLabel('By', { exact: true }).fill('admin');
    await rows().filter({ hasText: 'user ada' }).first().waitFor();
    expect(await rows().filter({ hasText: 'Register user' }).count()).toBeGreaterThanOrEqual(1);
  });
});

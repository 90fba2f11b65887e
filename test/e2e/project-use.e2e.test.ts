import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser } from './support/browser.ts';
import { expectPresentable, type Session, startOwnSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`what projects use, for administrators${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;

  beforeAll(async () => {
    session = await startOwnSession();
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'measured', topology_id: 'linear-4' } });
    await api.queueTask({ body: { task_name: 'CheckT1', chip_id: 'measured', parameters: { qids: ['0', '1'] } } });
  });
  afterAll(() => session?.stop());

  it('an administrator sees units, seconds and costs of each project in sum and by day, by the column of their choice', async () => {
    const { page } = session;
    const { api } = session.service;
    const writes = async () => {
      const { projects } = await api.listAllProjects({ query: { usage_days: 1 } });
      return projects.flatMap(({ usage = [] }) => usage.map((day) => day.write_units));
    };
    await expect.poll(async () => (await writes())[0] ?? 0, { interval: 250, timeout: 60_000 }).toBeGreaterThan(0);
    await page.goto('/admin');
    const table = page.getByRole('region', { name: 'Use of projects by cost' });
    const row = table.getByRole('row').filter({ hasText: 'admin' });
    await row.waitFor();
    const titles = ['Read units', 'Write units', 'Functions (s)', 'Bodies (MB)', 'Cost (USD)', 'Share (%)'];
    expect((await table.getByRole('columnheader').allTextContents()).map((text) => text.replace(/[↑↓]/, ''))).toEqual([
      ...['Project', 'Owner'],
      ...titles,
    ]);
    expect(await table.getByRole('columnheader', { name: 'Cost (USD)' }).getAttribute('aria-sort')).toBe('descending');
    expect(Number((await row.getByRole('cell').allTextContents()).at(-1))).toBe(100);
    await table.getByRole('button', { name: 'Write units' }).click();
    expect(await table.getByRole('columnheader', { name: 'Write units' }).getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('radio', { name: 'Each day' }).check({ force: true });
    await table.getByRole('columnheader', { name: 'Day', exact: true }).waitFor();
    const today = new Date().toISOString().slice(0, 7);
    await row.getByRole('cell', { name: new RegExp(`^${today}-\\d\\d$`) }).waitFor();
    await expectPresentable(page, [['project-use', '/admin', () => table]]);
  });
});

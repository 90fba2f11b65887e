import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCliProcess } from '../cli/run-cli.ts';
import { later, laterDocuments } from '../support/qdash/dump/documents.ts';
import { projectId, small } from '../support/qdash/dump/fields.ts';
import { writeDump } from '../support/qdash/dump/write.ts';
import { chromiumBrowser, expectTablesInside } from './support/browser.ts';
import { expectPresentable, type Session, startOwnSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`the reports of imports from QDash${missing && ` (skipped: ${missing})`}`, () => {
  const address = `/projects/${projectId}/imports`;
  let folder: string;
  let session: Session;
  let page: Page;
  let importQdash: (dump: string, ...options: string[]) => ReturnType<typeof runCliProcess>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fiducial-report-'));
    session = await startOwnSession();
    page = session.page;
    const { url, password, api } = session.service;
    const { access_token } = await api.login({ body: { username: 'admin', password } });
    const env = { FIDUCIAL_URL: url, FIDUCIAL_TOKEN: access_token };
    importQdash = (dump, ...options) =>
      runCliProcess(['import', '--from', 'qdash', join(folder, dump), ...options], env);
    await writeDump(join(folder, 'monday'), small);
    const { code, stdout } = await importQdash('monday');
    expect(code).toBe(0);
    expect(stdout).toContain(`Its report: ${url}${address}`);
    // The report is for every member: a viewer reads it.
    const params = { project_id: projectId };
    await api.addProjectMemberAdmin({ params, body: { username: 'admin', role: 'viewer' } });
  });
  afterAll(async () => {
    await session?.stop();
    await rm(folder, { recursive: true });
  });

  const table = (name: string) => page.getByRole('region', { name, exact: true });
  const row = (name: string, text: string) => table(name).getByRole('row').filter({ hasText: text });

  it('a project without an import has no such card, and its page says so', async () => {
    await page.goto(`/projects/${session.projectId}`);
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Import from another service' }).count()).toBe(0);
    await page.goto(`/projects/${session.projectId}/imports`);
    await page.getByRole('heading', { name: 'No reports' }).waitFor();
  });

  it('the page of the project leads to the report, which says what came, what did not and what needs a decision', async () => {
    await page.goto(`/projects/${projectId}`);
    await page.getByRole('link', { name: 'See what came' }).click();
    await page.getByRole('heading', { name: 'Full import from QDash' }).waitFor();
    await page.getByText(/\d things need a decision/).waitFor();
    await row('Needs a decision', 'names a user who is not in the dump').filter({ hasText: 'ghost' }).first().waitFor();
    const results = row('Documents by collection', 'task_result_history');
    expect((await results.getByRole('cell').allInnerTexts()).slice(0, 2)).toEqual(['40', '40']);
    await row('Suspect values', 'NaN is imported as 0').waitFor();
    await row('Merged', 'several documents are one record').first().waitFor();
    await row('Left out', 'sessions of QDash').waitFor();
    await row('Refused', '').first().waitFor();
    await row('In the archive of the import only', 'kept/agent_sessions.jsonl').waitFor();
    expect(await page.getByRole('heading', { name: 'All imports' }).count()).toBe(0);
  });

  it('a delta has a report of its own, and the list leads to the earlier ones', async () => {
    await writeDump(join(folder, 'tuesday'), small, 'bson', laterDocuments(small));
    const since = new Date(later.getTime() - 3_600_000).toISOString();
    expect(await importQdash('tuesday', '--since', since)).toMatchObject({ code: 0 });
    await page.goto(address);
    await page.getByRole('heading', { name: 'Changes from QDash' }).waitFor();
    await page.getByText('Changed since').waitFor();
    expect(await row('All imports', 'Changes').getByRole('link').getAttribute('aria-current')).toBe('page');
    await row('All imports', 'Full import').getByRole('link').click();
    await page.getByRole('heading', { name: 'Full import from QDash' }).waitFor();
    expect(page.url()).toContain('import=');
    await page.reload();
    await page.getByRole('heading', { name: 'Full import from QDash' }).waitFor();
    await page.goto(`${address}?import=gone`);
    await page.getByText('The report of this link is not here').waitFor();
    await page.getByRole('heading', { name: 'Changes from QDash' }).waitFor();
  });

  it('the report and the way to it are accessible and fit in light and dark, wide and narrow', async () => {
    await expectPresentable(
      page,
      [
        ['import-report', address, (at) => at.getByRole('heading', { name: 'All imports' })],
        ['import-card', `/projects/${projectId}`, (at) => at.getByRole('link', { name: 'See what came' })],
      ],
      expectTablesInside,
    );
    expect(session.problems).toEqual([]);
  });
});

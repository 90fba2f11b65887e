import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser } from './support/browser.ts';
import { expectPresentable, openAsMember, type Session, startOwnSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`what a project stores, on its page${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let address: string;
  /** The smallest PNG. */
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  beforeAll(async () => {
    // Without a quota an upload counts nothing, so that the page makes the first count.
    session = await startOwnSession(undefined, { PROJECT_FILE_BYTES: 'none' });
    const { api } = session.service;
    const { default_project_id: projectId } = await api.getCurrentUser();
    await api.createImage({ body: { file: new Blob([png]) } });
    address = `/projects/${projectId}`;
  });
  afterAll(() => session?.stop());

  it('the owner sees bytes of files and rows with their limits, and when they were counted', async () => {
    const { page } = session;
    await page.goto(address);
    await page.getByRole('heading', { name: 'Storage' }).waitFor();
    await page.getByText(`${png.length} bytes, no limit`).waitFor();
    await page.getByText('0 of 20,000,000 (0 %)').waitFor();
    await page.getByText('Counted', { exact: true }).waitFor();
    expect(await page.getByText('count of files is not complete').count()).toBe(0);
    await expectPresentable(page, [
      ['project-storage', address, (at) => at.getByText(`${png.length} bytes, no limit`)],
    ]);
  });

  it('a viewer of the project does not see it', async () => {
    const { page } = await openAsMember(session, 'viewer');
    await page.goto(address);
    await page.getByRole('region', { name: 'Members' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Storage' }).count()).toBe(0);
  });
});

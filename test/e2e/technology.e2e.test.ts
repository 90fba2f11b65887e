import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`the technology of a chip in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession();
  });
  afterAll(() => session?.stop());

  it('a chip of trapped ions is created on its page', async () => {
    const { page } = session;
    await page.goto('/chips?open=create');
    const dialog = page.getByRole('dialog', { name: 'Create a chip' });
    await dialog.getByLabel('Chip id').fill('trap');
    await dialog.getByLabel('Topology').selectOption('linear-8');
    expect(await dialog.getByLabel('Technology').inputValue()).toBe('transmon');
    await dialog.getByLabel('Technology').selectOption('Trapped ions');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'trap', level: 1 }).waitFor();
    const { technology } = await session.service.api.getChip({ params: { chip_id: 'trap' } });
    expect(technology).toBe('ion');
    expect(session.problems).toEqual([]);
  });
});

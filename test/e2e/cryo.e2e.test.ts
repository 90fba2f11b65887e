import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import {
  expectPresentable,
  expectRowsOfTwoLines,
  openAsMember,
  type Session,
  startSession,
} from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** From an empty lab to a recorded cool-down: the steps build on each other. */
describe.skipIf(missing)(`cryostats in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let service: Session['service'];
  let page: Page;

  beforeAll(async () => {
    session = await startSession();
    ({ service, page } = session);
    await service.api.createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-2' } });
    await service.api.createChip({ body: { chip_id: 'qpu-2', topology_id: 'linear-2' } });
  });

  afterAll(() => session?.stop());

  const dialog = () => page.getByRole('dialog');
  const panel = () => page.getByRole('heading', { name: 'cd-1', level: 2 });
  const bar = (name: RegExp) => page.getByRole('list', { name: 'Cryostats' }).getByRole('link', { name });
  const choose = async (menu: string, entry: string) => {
    await page.getByRole('button', { name: menu, exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const currentOf = async (chip_id: string) =>
    (await service.api.getChip({ params: { chip_id }, query: { include: 'none' } })).current_cooldown_id;

  async function addCryostat(id: string): Promise<void> {
    await page.getByRole('button', { name: 'Add a cryostat…' }).click();
    await dialog().getByLabel('Cryostat id').fill(id);
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
  }

  it('the page of cryostats says what to do while there are none', async () => {
    await page.goto('/chips');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cryostats' }).click();
    await page.getByRole('heading', { name: 'No cryostats yet' }).waitFor();
    await expectAccessible(page);
    await addCryostat('fridge-1');
    await page.getByText('No cool-downs yet.').waitFor();
    await expectAccessible(page);
  });

  it('a cool-down is started and shown on the time line', async () => {
    await page.getByRole('button', { name: 'Start a cool-down…' }).click();
    await dialog().getByLabel('Cool-down id').fill('cd-1');
    await dialog()
      .getByLabel(/^Started/)
      .fill('2025-03-01T09:00:00');
    await expectAccessible(page);
    await dialog().getByLabel('qpu-1').check();
    await dialog().getByRole('button', { name: 'Start', exact: true }).click();
    await panel().waitFor();
    expect(new URL(page.url()).search).toBe('?cooldown=cd-1');
    await bar(/^cd-1 qpu-1 from 1 Mar 2025, ongoing, qpu-1$/).waitFor();
    await page.getByText(/^\d+ days$/).waitFor();
    await page.getByText(/^cold for \d+ days$/).waitFor();
  });

  it('what prevents a second cool-down is named', async () => {
    await page.getByRole('button', { name: 'Start a cool-down…' }).click();
    await dialog().getByLabel('Cool-down id').fill('cd-2');
    await dialog().getByLabel('qpu-1 (in cd-1)').waitFor();
    await dialog().getByRole('button', { name: 'Start', exact: true }).click();
    await dialog().getByText("Cryostat 'fridge-1' is in cool-down 'cd-1', which is ongoing").waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('chips are added to a cool-down and removed from it', async () => {
    const chip = page.getByLabel('Chip', { exact: true });
    expect(await chip.locator('option').allInnerTexts()).toEqual(['Choose a chip', 'qpu-2']);
    await chip.selectOption('qpu-2');
    await page.getByRole('button', { name: 'Add chip' }).click();
    await page.getByRole('button', { name: 'Remove qpu-2' }).waitFor();
    expect(await currentOf('qpu-2')).toBe('cd-1');
    await page.getByRole('button', { name: 'Remove qpu-2' }).click();
    await page.getByRole('button', { name: 'Remove qpu-2' }).waitFor({ state: 'hidden' });
    expect([await currentOf('qpu-1'), await currentOf('qpu-2')]).toEqual(['cd-1', null]);
    // Another user deleted it after it was listed.
    await service.api.deleteChip({ params: { chip_id: 'qpu-2' }, query: { force: true } });
    await chip.selectOption('qpu-2');
    await page.getByRole('button', { name: 'Add chip' }).click();
    await page
      .getByRole('alert')
      .getByText(/Chip 'qpu-2' not found/)
      .waitFor();
  });

  it('the wiring of a cool-down is edited, kept, and compared with what was kept', async () => {
    const wire = async (text: string) => {
      await page.getByRole('button', { name: 'Edit wiring…' }).click();
      await dialog().getByLabel('Wiring').fill(text);
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog().waitFor({ state: 'hidden' });
    };
    await wire('drive 17 on DAC 3');
    await page.getByRole('button', { name: 'Keep checkpoint…' }).click();
    await dialog().getByLabel('Comment').fill('as built');
    await dialog().getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByRole('list', { name: 'Checkpoints of cd-1' }).getByText('as built').waitFor();
    await page.getByText('No differences').waitFor();
    await wire('drive 17 on DAC 4');
    await page.getByText('1 place changed').waitFor();
    await page.getByLabel('To checkpoint').selectOption('1');
    await page.getByText('No differences').waitFor();
  });

  it('a cool-down is ended and opened again', async () => {
    await page.getByRole('button', { name: 'End…' }).click();
    await dialog()
      .getByLabel(/^Ended/)
      .fill('2025-04-01T09:00:00');
    await dialog().getByRole('button', { name: 'End', exact: true }).click();
    await bar(/^cd-1 qpu-1 from 1 Mar 2025, to 1 Apr 2025, qpu-1$/).waitFor();
    expect(await currentOf('qpu-1')).toBeNull();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await bar(/^cd-1 qpu-1 from 1 Mar 2025, ongoing, qpu-1$/).waitFor();
    expect(await currentOf('qpu-1')).toBe('cd-1');
  });

  it('a cool-down and a cryostat are edited', async () => {
    await page.getByRole('button', { name: 'Edit…', exact: true }).click();
    await dialog().getByLabel('Description').fill('first try');
    await dialog().getByLabel('Note').fill('Leak at the **still**');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Cool-downs as a table (1)').click();
    await page.getByRole('region', { name: 'Cool-downs' }).getByText('first try').waitFor();
    await page.getByRole('strong').getByText('still').waitFor();
    await choose('Actions of fridge-1', 'Edit…');
    await expectAccessible(page);
    await dialog().getByLabel('Status').selectOption('maintenance');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('list', { name: 'Cryostats' }).getByText('maintenance').waitFor();
  });

  it('a cool-down is opened and closed by the keyboard alone, and the focus goes there and back', async () => {
    await page.goto('/cryo');
    await bar(/^cd-1/).focus();
    await page.keyboard.press('Enter');
    const region = page.getByRole('region', { name: 'Cool-down cd-1' });
    await region.waitFor();
    const hasFocus = () => region.evaluate((element) => element === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press('Escape');
    await region.waitFor({ state: 'hidden' });
    expect(await bar(/^cd-1/).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(new URL(page.url()).search).toBe('');
  });

  it('the page of cryostats is restored from its address, accessible and inside the window, in every size and scheme', async () => {
    await service.api.createCooldown({
      body: {
        cooldown_id: 'cd-0',
        cryo_id: 'fridge-1',
        started_at: '2025-02-20',
        ended_at: '2025-02-25',
        chip_ids: ['qpu-1'],
      },
    });
    const restored = async () => {
      await panel().waitFor();
      await bar(/^cd-0/).waitFor();
    };
    await expectPresentable(page, [['cryo-cooldown', '/cryo?cooldown=cd-1', () => ({ waitFor: restored })]]);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/cryo');
    await page.getByText('Cool-downs as a table (2)').click();
    await expectRowsOfTwoLines(page, ['Cool-downs']);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('a chip of a cool-down is compared with its cool-down before by 1 click', async () => {
    await page.goto('/cryo?cooldown=cd-1');
    await page.getByRole('link', { name: 'Compare with the one before: qpu-1, cd-0' }).click();
    await page.waitForURL('**/chips/qpu-1/differences?before=cooldown%3Acd-0&after=cooldown%3Acd-1');
    await page.goto('/cryo?cooldown=cd-1');
  });

  it('a viewer reads cryostats and cool-downs, and each button that would change one says why it is off', async () => {
    const { page: theirs } = await openAsMember(session, 'viewer');
    await theirs.goto('/cryo?cooldown=cd-1');
    await theirs.getByRole('region', { name: 'Cool-down cd-1' }).getByText('qpu-1').first().waitFor();
    await theirs.getByRole('heading', { name: 'Wiring' }).waitFor();
    await theirs.getByRole('button', { name: 'Next change' }).waitFor();
    const offered = theirs.getByRole('main').getByRole('button');
    const names = await offered.evaluateAll((all) =>
      all.filter((one) => one.getAttribute('aria-disabled') !== 'true').map((one) => one.textContent),
    );
    // What leads through the changes of the wiring reads alone.
    expect(names).toEqual(['Close', 'Previous change', 'Next change']);
    const reasons = await offered.evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    expect(new Set(reasons.filter((reason) => reason !== null))).toEqual(
      new Set(['View only. Ask an owner for edit access']),
    );
    await theirs.context().close();
  });

  it('a cool-down with chips is deleted only when that is said, and then the cryostat', async () => {
    await choose('Actions of fridge-1', 'Delete…');
    await dialog().getByRole('button', { name: 'Delete cryostat' }).click();
    await dialog().getByText("Cryostat 'fridge-1' has 2 cool-downs").waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await choose('Actions of cd-1', 'Delete…');
    await dialog().getByRole('button', { name: 'Delete cool-down' }).click();
    await dialog().getByText("Cool-down 'cd-1' lists 1 chip;").waitFor();
    await dialog().getByLabel('Delete it although it has chips or data').check();
    await dialog().getByRole('button', { name: 'Delete cool-down' }).click();
    await panel().waitFor({ state: 'hidden' });
    expect(await currentOf('qpu-1')).toBeNull();
    await service.api.deleteCooldown({ params: { cooldown_id: 'cd-0' }, query: { force: true } });
    await choose('Actions of fridge-1', 'Delete…');
    await dialog().getByRole('button', { name: 'Delete cryostat' }).click();
    await page.getByRole('heading', { name: 'No cryostats yet' }).waitFor();
    expect(session.problems).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chromiumBrowser } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const hour = 3_600_000;

/** The colours that ask for attention, by theme; of data alone they may be elsewhere. */
const alarming = {
  light: ['b3261e', '855000', '0b57d0'],
  dark: ['ff8f85', 'f0b44c', '8ab8ff'],
} as const;

/** A chip without anything that needs attention, and one with every kind of exception. */
describe.skipIf(missing)(`a quiet morning and another one${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const block = (name: string) => page.getByRole('region', { name, exact: true });

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    const set = (chip_id: string, qid: string, metric: string, value: number, hoursAgo: number) =>
      api.updateCalibrationParameters({
        body: {
          chip_id,
          qid,
          parameters: {
            [metric]: {
              value,
              error: 1,
              unit: 'us',
              calibrated_at: new Date(Date.now() - hoursAgo * hour).toISOString(),
            },
          },
        },
      });
    await api.createChip({ body: { chip_id: 'quiet', topology_id: 'linear-4' } });
    for (const qid of ['0', '1', '2', '3'])
      for (const [days, more] of [
        [5, 90],
        [4, 86],
        [2, 84],
        [0, 80],
      ] as const)
        await set('quiet', qid, 't1', more + Number(qid), 24 * days);

    const { projects } = await api.listProjects({});
    const project_id = projects[0]?.project_id ?? '';
    await api.updateProject({ params: { project_id }, body: { value_gate: 'hold' } });
    const named = (name: string, value: number, unit: string) => ({
      date: '2025-02-01T10:00:00.000Z',
      name,
      unit,
      value,
    });
    const documents = {
      conf: { backend_name: 'pair', n_qubits: 2, coupling_map: [[0, 1]] },
      props: {
        backend_name: 'pair',
        qubits: [
          [named('T1', 4.1, 'us'), named('T2', 80, 'us')],
          [named('T1', 60, 'us'), named('T2', 70, 'us')],
        ],
        gates: [{ gate: 'cz', qubits: [0, 1], parameters: [named('gate_error', 1, '')] }],
      },
    };
    expect(await api.importChip({ body: { format: 'ibm', chip_id: 'pair', documents } })).toMatchObject({ held: 1 });
    await set('pair', '1', 't1', 100, 8 * 24);
    await set('pair', '1', 't1', 2, 0);
    // Fresh for 48 hours, so that it has expired two hours ago.
    await set('pair', '1', 't2_star', 30, 50);
    await api.createCryostat({ body: { cryo_id: 'fridge' } });
    const started_at = new Date(Date.now() - 9 * 24 * hour).toISOString();
    await api.createCooldown({ body: { cooldown_id: 'cd-1', cryo_id: 'fridge', chip_ids: ['pair'], started_at } });
    const { code, runner, default_parameters } = await api.getFlowTemplate({
      params: { template_id: 'check_one_qubit' },
    });
    await api.saveFlow({ body: { name: 'check', code, runner, default_parameters, chip_id: 'pair' } });
    await api.scheduleFlow({ params: { name: 'check' }, body: { cron: '30 6 * * *' } });
    const parameters = { failure_rate: 1, seed: 1, simulated_values: 'keep' };
    const { execution_id } = await api.executeFlow({ params: { name: 'check' }, body: { parameters } });
    const ended = async () => (await api.getExecution({ params: { execution_id } })).end_at;
    await vi.waitFor(async () => expect(await ended()).not.toBeNull(), { timeout: 300_000, interval: 500 });
  });
  afterAll(() => session?.stop());

  /** How many pixels of the page have one of the colours, as a blank page counts them. */
  async function pixelsOf(colours: readonly string[]): Promise<number> {
    const picture = (await page.screenshot({ fullPage: true })).toString('base64');
    const blank = await session.context.newPage();
    const count = await blank.evaluate(
      async ([data, wanted]) => {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        context?.drawImage(bitmap, 0, 0);
        const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
        const targets = wanted.map((text) => [0, 2, 4].map((at) => Number.parseInt(text.slice(at, at + 2), 16)));
        let found = 0;
        for (let at = 0; at < pixels.length; at += 4)
          if (targets.some((target) => target.every((part, n) => Math.abs(part - (pixels[at + n] ?? 0)) < 12)))
            found += 1;
        return found;
      },
      [picture, [...colours]] as const,
    );
    await blank.close();
    return count;
  }

  it.each(['light', 'dark'] as const)(
    'the overview of a quiet chip says so, without a pixel that asks for attention: %s',
    async (theme) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto('/chips/quiet');
      await page.getByText(/^Nothing needs you/).waitFor();
      await block('Metrics').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await pixelsOf(alarming[theme])).toBe(0);
      await page.emulateMedia({ colorScheme: 'light' });
    },
  );

  it('the overview has every ranked metric with its median, coverage and worst target, and a map that leads to the dashboard', async () => {
    await page.goto('/chips/quiet');
    const table = block('Metrics').getByRole('region', { name: 'Ranked metrics' });
    await table.getByRole('row', { name: /^T1 81\.5\sµs.*4 of 4.*Q0 80\.0/ }).waitFor();
    const maps = block('Metrics').getByRole('list', { name: 'Maps' }).getByRole('link');
    expect(await maps.allInnerTexts()).toEqual(['T1']);
    await expect.poll(() => maps.locator('rect').count()).toBe(4);
    await maps.click();
    await page.getByRole('grid', { name: /^Map of quiet: qubits by T1/ }).waitFor();
  });

  it('the overview draws the median of a metric by day, with nothing between days that are apart, and says it in words', async () => {
    await page.goto('/chips/quiet');
    const row = block('Metrics').getByRole('row', { name: /^T1 81\.5/ });
    const curve = row.getByRole('img', {
      name: /^T1, median by day: 81\.5\sµs to 91\.5\sµs, measured on 3 of 30 days$/,
    });
    await curve.waitFor();
    expect([await curve.locator('polyline').count(), await curve.locator('circle').count()]).toEqual([1, 2]);
  });

  it('what asks for attention is told from what does not, so that the count of pixels is worth something', async () => {
    await page.goto('/execution');
    await page
      .getByText(/\d+ failed/)
      .first()
      .waitFor();
    expect(await pixelsOf(alarming.light)).toBeGreaterThan(0);
  });

  it('the overview has what failed, changed, expired, is faulty and held, the last and the next run and the cool-down', async () => {
    await page.goto('/chips/pair?since=week');
    for (const name of ['Changed', 'Failed', 'Expired', 'Faulty', 'Held', 'Runs']) await block(name).waitFor();
    await block('Changed').getByText('Q1 T1').waitFor();
    expect(await block('Changed').innerText()).toMatch(/(>20|−\d+\.\d)\sσ|fit only/);
    expect((await block('Changed').innerText()).trim()).toMatch(/beyond 3 σ, .* by chance\. Map of changes$/);
    await block('Failed')
      .getByRole('button', { name: /^Re-run failed \(\d+\)…$/ })
      .waitFor();
    await block('Expired').getByText(/^T2\*/).first().waitFor();
    await block('Faulty').getByRole('link', { name: '0-1' }).waitFor();
    await block('Held').getByText('T2 > 2 T1', { exact: false }).first().waitFor();
    const runs = await block('Runs').innerText();
    expect(runs).toMatch(/Last \d{8}-\d{3}/);
    expect(runs).toMatch(/Next check/);
    await page.getByText('2 qubits, 1 coupling · fridge / cd-1, day 10').waitFor();
  });

  it('the list of chips says of each what needs a user, how much is stale and how its last run ended', async () => {
    await page.goto('/chips/pair');
    const sentence = page.getByText(/^\d+ failed, /);
    const needs = await sentence.innerText();
    await page.goto('/chips');
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    await row('quiet').getByText('Nothing needs you').waitFor();
    await row('quiet').getByText('no run yet').waitFor();
    await row('pair').getByText(needs, { exact: true }).waitFor();
    await row('pair')
      .getByText(/^[1-9]\d* stale$/)
      .waitFor();
    await row('pair').getByText('completed').waitFor();
    await row('pair')
      .getByRole('link', { name: /^\d{8}-\d{3}$/ })
      .click();
    await page.waitForURL(/\/execution\//);
  });

  it('since when it tells changes every count, and is in the address', async () => {
    await page.goto('/chips/pair?since=week');
    await block('Changed').waitFor();
    await page.getByLabel('Since').selectOption('start of the cool-down');
    await expect.poll(() => new URL(page.url()).searchParams.get('since')).not.toBe('week');
    // Nine days ago there was no value of it yet.
    await block('Changed').waitFor({ state: 'detached' });
    await page.goBack();
    await block('Changed').waitFor();
    expect(session.problems).toEqual([]);
  });
});

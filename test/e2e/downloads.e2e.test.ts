import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`downloads of a chip in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession();
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    for (const qid of ['0', '1'])
      await api.updateCalibrationParameters({
        body: { chip_id: 'chip', qid, parameters: { t1: { value: 81.5, unit: 'us', error: 2 } } },
      });
  });
  afterAll(() => session?.stop());

  const dialog = () => session.page.getByRole('dialog', { name: "Download 'chip'" });

  /** Opens the dialog, chooses a format and presses the button. */
  async function ask(format: RegExp, fill: () => Promise<void> = async () => undefined): Promise<void> {
    const { page } = session;
    await page.goto('/chips/chip');
    await page.getByRole('button', { name: /^Download/ }).click();
    const label = await dialog().getByRole('option').filter({ hasText: format }).innerText();
    await dialog().getByLabel('Format').selectOption({ label });
    await fill();
    await dialog().getByRole('button', { name: 'Download' }).click();
  }

  /** The text and the name of the file that an act saves. */
  async function saved(act: () => Promise<unknown>): Promise<{ name: string; text: string }> {
    const [download] = await Promise.all([session.page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  }

  it.each([
    [/^JSON/, 'chip.json', /"81\.5"|81\.5/],
    [/^YAML/, 'chip.yaml', /t1:/],
    [/^OQTOPUS/, 'device_topology.json', /"qubits"/],
    [/^QuAM/, /\.json$/, /"T1"/],
  ])('a chip is saved as %s by three clicks', async (format, name, content) => {
    const file = await saved(() => ask(format));
    expect(file.name).toMatch(name);
    expect(file.text).toMatch(content);
  });

  it('rows are written as a job, whose progress is told, and saved when it is ready', async () => {
    await ask(/^Samples as CSV/);
    await dialog()
      .getByText(/^Ready: 2 rows/)
      .waitFor();
    await expectAccessible(session.page);
    const file = await saved(() => dialog().getByRole('button', { name: 'Save the file' }).click());
    expect(file.name).toMatch(/\.csv$/);
    const [head, ...rows] = file.text.trimEnd().split('\r\n');
    expect(head).toMatch(/target_id.*value.*unit/);
    expect(rows).toHaveLength(2);
    expect(session.problems).toEqual([]);
  });

  it('rows are narrowed by range, cool-down, metric, task and qubits before they are written', async () => {
    const { api } = session.service;
    await api.createCryostat({ body: { cryo_id: 'fridge' } });
    const started_at = new Date().toISOString();
    await api.createCooldown({ body: { cooldown_id: 'cd-1', cryo_id: 'fridge', chip_ids: ['chip'], started_at } });
    for (const [qid, metric] of [
      ['1', 't1'],
      ['2', 't1'],
      ['2', 't2_echo'],
    ] as const)
      await api.updateCalibrationParameters({
        body: { chip_id: 'chip', qid, parameters: { [metric]: { value: 40, unit: 'us' } } },
      });
    const narrowed = async (fill: () => Promise<void>) => {
      await ask(/^Samples as CSV/, fill);
      await dialog()
        .getByText(/^Ready:/)
        .waitFor();
      const { text } = await saved(() => dialog().getByRole('button', { name: 'Save the file' }).click());
      return text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(2, 4).join(' '));
    };
    const field = (label: RegExp) => dialog().getByLabel(label);
    expect(
      await narrowed(async () => {
        await field(/^Cool-down/).selectOption('cd-1');
        await field(/^Metric/).fill('t1');
        await expectAccessible(session.page);
      }),
    ).toEqual(['1 t1', '2 t1']);
    expect(await narrowed(() => field(/^Qubits and couplings/).fill('0, 2'))).toEqual(['0 t1', '2 t1', '2 t2_echo']);
    expect(await narrowed(() => field(/^Task/).fill('CheckT1'))).toEqual([]);
    expect(
      await narrowed(async () => {
        await field(/^From/).fill('2020-01-01');
        await field(/^Through/).fill('2020-12-31');
      }),
    ).toEqual([]);
    expect(session.problems).toEqual([]);
  });
});

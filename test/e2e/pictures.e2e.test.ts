import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import { chromiumBrowser } from './support/browser.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(
  `pictures and reports for a meeting in a browser${missing && ` (skipped: ${missing})`}`,
  () => {
    let session: Session;
    let page: Page;
    beforeAll(async () => {
      session = await startSession();
      ({ page } = session);
      const documents = deviceDocuments('square-lattice-mux-16', '2026-02-01T00:00:00Z');
      const { api } = session.service;
      await api.importChip({ body: { format: 'ibm', chip_id: 'lattice', documents } });
      await api.upsertQubitNote({ params: { chip_id: 'lattice', qid: '5' }, body: { content: 'TLS near 4.79 GHz' } });
    });
    afterAll(() => session?.stop());

    const saved = async (act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> => {
      const [file] = (await Promise.all([page.waitForEvent('download'), act()])) as [Download, unknown];
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
    };
    const picture = async (of: RegExp, as: RegExp) => {
      await page.getByRole('button', { name: of }).first().click();
      return saved(() => page.getByRole('menuitem', { name: as }).click());
    };
    /** Width and height of a PNG. */
    const sizeOf = (bytes: Buffer) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];

    it('the week of a chip is a PDF by one click on its page', async () => {
      await page.goto('/chips/lattice');
      const { name, bytes } = await saved(() => page.getByRole('button', { name: 'Week as PDF' }).click());
      expect(name).toMatch(/^lattice-week-\d{4}-\d\d-\d\d\.pdf$/);
      const text = bytes.toString('latin1');
      expect(text.slice(0, 5)).toBe('%PDF-');
      expect(text).toContain('TLS near 4.79 GHz');
      expect(text.match(/\/Type \/Page /g)?.length).toBeLessThanOrEqual(4);
    });

    it('a map is saved as SVG and PNG, and as a slide of 1920 by 1080, in two clicks each', async () => {
      await page.goto('/dashboard?chip=lattice&qubit=t1');
      await page.getByRole('gridcell').first().waitFor();
      const svg = await picture(/^Picture of Map of lattice/, /^SVG/);
      expect(svg.name).toBe('Map-of-lattice-qubits-by-T1.svg');
      const drawing = svg.bytes.toString('utf8');
      expect(drawing.match(/data-index=/g)?.length).toBeGreaterThanOrEqual(16);
      expect(drawing).toMatch(/fill="rgb\(\d+, \d+, \d+\)"/);
      expect(drawing).not.toContain('class=');
      const png = await picture(/^Picture of Map of lattice/, /^PNG/);
      expect(png.name).toBe('Map-of-lattice-qubits-by-T1.png');
      const slide = await picture(/^Picture of Map of lattice/, /^Slide/);
      expect(slide.name).toBe('Map-of-lattice-qubits-by-T1-slide.png');
      expect(sizeOf(slide.bytes)).toEqual([1920, 1080]);
    });

    it('a distribution is saved as a slide too', async () => {
      await page.goto('/dashboard?chip=lattice&qubit=t1');
      const { bytes } = await picture(/^Picture of Distribution of T1/, /^Slide/);
      expect(sizeOf(bytes)).toEqual([1920, 1080]);
    });

    it('the pages with these buttons are accessible, in both themes and at both widths', async () => {
      await expectPresentable(page, [
        [
          'pictures-map',
          '/dashboard?chip=lattice&qubit=t1',
          () => page.getByRole('button', { name: /^Picture of Map/ }).first(),
        ],
        ['week-button', '/chips/lattice', () => page.getByRole('button', { name: 'Week as PDF' })],
      ]);
      expect(session.problems).toEqual([]);
    });
  },
);

import type { BrowserContext, Page } from 'playwright-core';

/** One filled or stroked path or text of a canvas, or a picture that is put on it, in pixels of the screen. */
export interface PaintedStroke {
  call: 'fill' | 'stroke' | 'fillText' | 'strokeText' | 'drawImage';
  /** A text; empty for a path. */
  text: string;
  x: number;
  y: number;
  /** A colour as the canvas has it; `pattern` for a hatch. */
  style: string;
  width: number;
}

/** What the pages of a context paint on canvases is noted from here on: of each canvas, everything since it was last cleared. */
export async function watchCanvases(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noted = new WeakMap<HTMLCanvasElement, PaintedStroke[]>();
    const painted = { count: 0, of: (canvas: HTMLCanvasElement) => noted.get(canvas) ?? [] };
    Object.assign(globalThis, { painted });
    const prototype = CanvasRenderingContext2D.prototype;
    const { clearRect } = prototype;
    prototype.clearRect = function (...area) {
      painted.count += 1;
      noted.set(this.canvas, []);
      clearRect.apply(this, area);
    };
    for (const call of ['fill', 'stroke', 'fillText', 'strokeText', 'drawImage'] as const) {
      const original = prototype[call] as (...given: unknown[]) => void;
      Object.assign(prototype, {
        [call](this: CanvasRenderingContext2D, ...given: unknown[]) {
          const { e: x, f: y } = this.getTransform();
          const style = call.startsWith('fill') ? this.fillStyle : this.strokeStyle;
          const text = typeof given[0] === 'string' && call.endsWith('Text') ? given[0] : '';
          // A canvas has single precision.
          const width = call.startsWith('stroke') ? Math.round(this.lineWidth * 100) / 100 : 0;
          noted.get(this.canvas)?.push({
            ...{ call, text, x, y, width },
            style: typeof style === 'string' ? style : 'pattern',
          });
          original.apply(this, given);
        },
      });
    }
  });
}

/** What the map of a page is painted with. */
export const paintedStrokes = (page: Page): Promise<PaintedStroke[]> =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('main canvas');
    const { painted } = globalThis as unknown as { painted: { of: (one: HTMLCanvasElement) => PaintedStroke[] } };
    return canvas ? painted.of(canvas) : [];
  });

/** The texts that the map of a page is painted with. */
export const paintedTexts = async (page: Page): Promise<string[]> =>
  (await paintedStrokes(page)).flatMap(({ call, text }) => (call === 'fillText' ? [text] : []));

/** How often canvases of a page have been painted. */
export const paintCount = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { painted: { count: number } }).painted.count);

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { frameHeight, mapSizes } from '../../../web/chips/components/chip-map/shapes.ts';
import { layoutChip } from '../../../web/chips/lib/map/chip-layout.ts';
import { isWithin } from '../../../web/chips/lib/map/lasso.ts';
import { clampZoom, openingZoom, wheelFactor } from '../../../web/chips/lib/map/zoom.ts';
import { wireTopology } from './support/wire-topology.ts';

const layoutOf = (id: string) => {
  const topology = generateTopology(id);
  if (!topology) throw new Error(`no topology ${id}`);
  return layoutChip(wireTopology(topology), new Set());
};

describe('the zoom of a map', () => {
  it.each(['square-lattice-mux-64', 'heavy-hex-133', 'square-lattice-mux-256', 'square-lattice-mux-1024'])(
    'on a phone the cells of %s are at least 24 pixels wide when the map opens, and at most the largest size',
    (id) => {
      const layout = layoutOf(id);
      const fitting = mapSizes(layout, 312);
      const zoom = openingZoom(312, fitting);
      expect(mapSizes(layout, 312, zoom).qubit).toBeGreaterThanOrEqual(24 - 1e-9);
      expect(clampZoom(zoom, fitting.pitch)).toBe(zoom);
    },
  );

  it('in a wide window a map opens as it fits, and its frame is as high as it', () => {
    const layout = layoutOf('square-lattice-mux-64');
    const fitting = mapSizes(layout, 900);
    expect(openingZoom(900, fitting)).toBe(1);
    expect(frameHeight(fitting, 900)).toBe(fitting.height + 8);
  });

  it('a map is never smaller than it fits, and never larger than its largest cells', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1000, noNaN: true }),
        fc.double({ min: 7, max: 84, noNaN: true }),
        (zoom, pitch) => {
          const clamped = clampZoom(zoom, pitch);
          expect(clamped).toBeGreaterThanOrEqual(1);
          expect(clamped * pitch).toBeLessThanOrEqual(168 + 1e-9);
        },
      ),
    );
  });

  it('a turn of the wheel away from the hand zooms in as much as one back zooms out', () => {
    expect(wheelFactor({ deltaY: -30, deltaMode: 0 })).toBeGreaterThan(1);
    expect(wheelFactor({ deltaY: -30, deltaMode: 0 }) * wheelFactor({ deltaY: 30, deltaMode: 0 })).toBeCloseTo(1, 12);
    expect(wheelFactor({ deltaY: 1, deltaMode: 1 })).toBe(wheelFactor({ deltaY: 16, deltaMode: 0 }));
  });
});

describe('a lasso', () => {
  const coordinate = fc.integer({ min: 0, max: 40 });

  it('a line around a rectangle takes what lies in it and leaves what lies outside', () => {
    fc.assert(
      fc.property(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate, (a, b, c, d, x, y) => {
        const [left, right] = [Math.min(a, b) - 0.5, Math.max(a, b) + 0.5];
        const [top, bottom] = [Math.min(c, d) - 0.5, Math.max(c, d) + 0.5];
        const line = [
          { x: left, y: top },
          { x: right, y: top },
          { x: right, y: bottom },
          { x: left, y: bottom },
        ];
        const isInside = x > left && x < right && y > top && y < bottom;
        expect(isWithin(line, { x, y })).toBe(isInside);
        expect(isWithin(line.toReversed(), { x, y })).toBe(isInside);
      }),
    );
  });

  it('what lies in the bay of a curved line is outside', () => {
    const horseshoe = [
      [0, 0],
      [9, 0],
      [9, 9],
      [6, 9],
      [6, 3],
      [3, 3],
      [3, 9],
      [0, 9],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    expect(isWithin(horseshoe, { x: 4.5, y: 6 })).toBe(false);
    expect(isWithin(horseshoe, { x: 1.5, y: 6 })).toBe(true);
    expect(isWithin(horseshoe, { x: 7.5, y: 6 })).toBe(true);
    expect(isWithin([], { x: 0, y: 0 })).toBe(false);
  });
});

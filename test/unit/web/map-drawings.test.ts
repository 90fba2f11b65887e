import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MapVector } from '../../../web/chips/components/chip-map/map-vector.tsx';
import { isCrowded, type Painter, paintMap } from '../../../web/chips/components/chip-map/paint-map.ts';
import { isForCanvas, type MapScene } from '../../../web/chips/components/chip-map/scene.ts';
import { type MapSizes, mapSizes } from '../../../web/chips/components/chip-map/shapes.ts';
import { hatchId, svgPaint } from '../../../web/chips/components/chip-map/svg-paint.ts';
import { targetAt } from '../../../web/chips/components/chip-map/target-at.ts';
import { everyMark } from './support/map-scene.ts';

/** What is drawn, in its order: a filled or stroked path or text, where and how. */
type Stroke = readonly ['fill' | 'stroke', what: string, x: number, y: number, ...how: (string | number)[]];

const rounded = (value: number) => Math.round(value * 1000) / 1000;

const allOf = ({ width, height }: MapSizes) => ({ left: 0, top: 0, width, height });

/** What a canvas was told to draw, which had been painted before. */
function painted(scene: MapScene, sizes: MapSizes, window = allOf(sizes), isCoarse = false) {
  const strokes: Stroke[] = [];
  let at = [0, 0, 1];
  let dash = '';
  const context = {
    ...{ fillStyle: '', strokeStyle: '', lineWidth: 1, lineCap: '', lineJoin: '', font: '', textAlign: '' },
    setTransform: (right: number, down: number, _c: number, _d: number, x: number, y: number) => {
      const scale = Math.hypot(right, down);
      at = [x / scale, y / scale, scale];
    },
    clearRect: () => strokes.splice(0),
    setLineDash: (dashes: number[]) => {
      dash = dashes.join(' ');
    },
    fillRect: () => strokes.push(['fill', 'block', ...place(), context.fillStyle]),
    fill: (path: string) => strokes.push(['fill', path, ...place(), context.fillStyle]),
    stroke: (path: string) => strokes.push(['stroke', path, ...place(), ...line()]),
    fillText: (text: string, x: number, y: number) =>
      strokes.push(['fill', text, ...place(x, y), context.fillStyle, context.font]),
    strokeText: (text: string, x: number, y: number) =>
      strokes.push(['stroke', text, ...place(x, y), ...line(), context.font]),
  };
  const place = (x = 0, y = 0): [number, number] => [
    rounded((at[0] ?? 0) + x + window.left),
    rounded((at[1] ?? 0) + y + window.top),
  ];
  const line = () => [context.strokeStyle, context.lineWidth, dash, context.lineJoin];
  const painter = {
    context,
    pathOf: (path: string) => path,
    colourOf: (token: string) => `var(${token})`,
    hatchOf: (hatch: Parameters<typeof hatchId>[1]) => `url(#${hatchId('map', hatch)})`,
    fontFamily: 'Inter',
    ratio: 2,
  } as unknown as Painter;
  for (let paint = 0; paint < 2; paint += 1) paintMap(painter, scene, sizes, window, isCoarse);
  return strokes;
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** What the SVG of the same map draws. */
function drawn(scene: MapScene, sizes: MapSizes): Stroke[] {
  const markup = renderToStaticMarkup(createElement(MapVector, { id: 'map', scene, sizes }));
  const [, shapes = ''] = markup.split('</defs>');
  let at = [0, 0];
  return [...shapes.matchAll(/<(g|path|text)\b([^>]*)>([^<]*)/g)].flatMap(
    ([, element, tag = '', text = '']): Stroke[] => {
      if (element === 'g') {
        at = /translate\((\S+) (\S+)\)/.exec(tag)?.slice(1).map(Number) ?? [0, 0];
        return [];
      }
      const [fill = 'none', stroke = 'none'] = [attribute(tag, 'fill'), attribute(tag, 'stroke')];
      const join = attribute(tag, 'stroke-linejoin') ?? 'miter';
      const line = (lineJoin: string) => [
        ...[stroke, Number(attribute(tag, 'stroke-width') ?? 1), attribute(tag, 'stroke-dasharray') ?? '', lineJoin],
      ];
      if (element === 'path') {
        const [path, x = 0, y = 0] = [attribute(tag, 'd') ?? '', ...at];
        return [
          ...(fill === 'none' ? [] : [['fill', path, rounded(x), rounded(y), fill] as const]),
          ...(stroke === 'none' ? [] : [['stroke', path, rounded(x), rounded(y), ...line(join)] as const]),
        ];
      }
      const font = `${attribute(tag, 'font-weight')} ${attribute(tag, 'font-size')}px Inter`;
      const place = [rounded(Number(attribute(tag, 'x'))), rounded(Number(attribute(tag, 'y')))] as const;
      // Its style sheet has the stroke of a text below its fill, and round.
      return [
        ...(stroke === 'none' ? [] : [['stroke', text, ...place, ...line('round'), font] as const]),
        ['fill', text, ...place, fill, font],
      ];
    },
  );
}

describe('the two drawings of a map', () => {
  for (const [topology, zoom] of [
    ['square-lattice-mux-64', 1],
    ['square-lattice-mux-64', 3],
    ['square-lattice-mux-1024', 1],
    ['square-lattice-mux-1024', 4],
    ['heavy-hex-133', 1],
    ['heavy-hex-133', 2],
    // Cells so small that they have nothing but a colour and an edge.
    ['square-lattice-mux-1024', 0.4],
  ] as const)
    for (const isDark of [false, true])
      it(`canvas and SVG draw the same shapes in the same paints and order: ${topology}, zoom ${zoom}, ${isDark ? 'dark' : 'light'}`, () => {
        const scene = everyMark(topology, isDark);
        const sizes = mapSizes(scene.layout, 900, zoom);
        const found = painted(scene, sizes);
        expect(found).toEqual(drawn(scene, sizes));
        const cells = scene.layout.qubits.length + scene.layout.couplings.length;
        expect(found.length).toBeGreaterThan(1.5 * cells);
      });

  it('without a metric of couplings both draw them as plain lines', () => {
    const scene = everyMark('square-lattice-mux-64', false, false);
    const sizes = mapSizes(scene.layout, 900);
    const found = painted(scene, sizes);
    expect(found).toEqual(drawn(scene, sizes));
    expect(found.filter(([, , , , paint]) => paint === 'var(--line)')).toHaveLength(scene.layout.couplings.length);
  });

  it('every state, mark and emphasis has its paint, and digits appear only where they can be read', () => {
    const scene = everyMark('square-lattice-mux-64', false);
    const paints = (zoom: number) => painted(scene, mapSizes(scene.layout, 900, zoom));
    const used = new Set(paints(2).map(([, , , , paint]) => paint));
    for (const paint of [
      ...(['--ink-1', '--ground', '--line-strong', '--bad', '--bad-soft', '--warn', '--focus'] as const),
      ...(['hatch:stale-light', 'hatch:stale-dark', 'hatch:missing'] as const),
    ])
      expect([...used], paint).toContain(svgPaint(paint, 'map'));
    const digits = (zoom: number) => paints(zoom).filter(([, text]) => /^\d/.test(text)).length;
    expect(digits(0.2)).toBe(0);
    expect(digits(2)).toBeGreaterThan(64);
  });

  it('the canvas draws what is in sight and leaves out the rest', () => {
    const scene = {
      ...everyMark('square-lattice-mux-1024', false),
      patch: { qubit: new Set<string>(), coupling: new Set<string>() },
    };
    const sizes = mapSizes(scene.layout, 900, 6);
    const window = { left: 900, top: 1200, width: 700, height: 500 };
    const isInside = ([, , x, y]: Stroke) =>
      x > window.left && x < window.left + window.width && y > window.top && y < window.top + window.height;
    const [all, seen] = [painted(scene, sizes), painted(scene, sizes, window)];
    expect(seen.filter(isInside)).toEqual(all.filter(isInside));
    expect(seen.filter(isInside).length).toBeGreaterThan(50);
    expect(seen.length).toBeLessThan(all.length / 4);
    const plain = painted({ ...scene, couplings: undefined }, sizes, window);
    const lines = plain.filter(([, , , , paint]) => paint === 'var(--line)');
    expect(lines.filter(isInside).length).toBeGreaterThan(10);
    expect(lines.length).toBeLessThan(scene.layout.couplings.length / 4);
  });

  it('the picture of a gesture has a block for each plain cell, and exceptions and emphasized cells in full', () => {
    const scene = everyMark('square-lattice-mux-1024', false);
    const sizes = mapSizes(scene.layout, 900);
    const [full, coarse] = [painted(scene, sizes), painted(scene, sizes, allOf(sizes), true)];
    const blocks = coarse.filter(([, what]) => what === 'block');
    const at = ([, , x, y]: Stroke) => `${x} ${y}`;
    const places = new Set(blocks.map(at));
    const cells = [...(scene.qubits?.cells ?? []), ...(scene.couplings?.cells ?? [])];
    const placeOf = ({ point }: (typeof cells)[number]) =>
      `${rounded((point.x + 0.5) * sizes.pitch)} ${rounded((point.y + 0.5) * sizes.pitch)}`;
    const isPlain = ({ state, isHollow, kind, point, index }: (typeof cells)[number]) =>
      state !== 'faulty' && !isHollow && !(kind === 'qubit' && (['5', '6', '7'].includes(point.id) || index === 8));
    expect(places).toEqual(new Set(cells.filter(isPlain).map(placeOf)));
    const exceptions = new Set(cells.filter((cell) => !isPlain(cell)).map(placeOf));
    expect(exceptions.size).toBeGreaterThan(300);
    const ofExceptions = (strokes: readonly Stroke[]) =>
      strokes.filter((stroke) => stroke[1] !== 'block' && exceptions.has(at(stroke)));
    expect(ofExceptions(coarse)).toEqual(ofExceptions(full));
    // In the colours of the cells.
    const fills = new Set(full.flatMap(([call, , , , paint]) => (call === 'fill' ? [paint] : [])));
    for (const [, , , , paint] of blocks) expect([...fills, 'var(--line)']).toContain(paint);
  });

  it('more than 600 cells in sight are a picture during a gesture', () => {
    const scene = everyMark('square-lattice-mux-1024', false);
    const sizes = mapSizes(scene.layout, 900, 4);
    const of = (width: number, height: number) => isCrowded(scene, sizes, { left: 800, top: 800, width, height });
    expect(of(sizes.width, sizes.height)).toBe(true);
    expect(of(10 * sizes.pitch, 10 * sizes.pitch)).toBe(false);
    expect(isCrowded({ ...scene, couplings: undefined }, sizes, allOf(sizes))).toBe(true);
  });

  it.each([
    ['square-lattice-mux-64', false],
    ['heavy-hex-133', false],
    ['square-lattice-mux-144', false],
    // 256 qubits and 480 couplings.
    ['square-lattice-mux-256', true],
    ['square-lattice-mux-1024', true],
  ])('a map of %s is drawn on a canvas: %s', (topology, isLarge) => {
    expect(isForCanvas(everyMark(topology, false).layout)).toBe(isLarge);
  });

  it.each(['square-lattice-mux-64', 'heavy-hex-133'])(
    'the place of each cell of %s finds it, and the ground finds none',
    (id) => {
      const scene = everyMark(id, false);
      const sizes = mapSizes(scene.layout, 900);
      for (const layer of [scene.qubits, scene.couplings])
        for (const { kind, index, point } of layer?.cells ?? [])
          expect(
            targetAt(scene, sizes, { x: (point.x + 0.5) * sizes.pitch, y: (point.y + 0.5) * sizes.pitch }),
          ).toEqual({
            kind,
            index,
          });
      expect(targetAt(scene, sizes, { x: 1, y: 1 })).toBeUndefined();
      expect(
        targetAt({ ...scene, couplings: undefined }, sizes, { x: sizes.pitch, y: sizes.pitch / 2 }),
      ).toBeUndefined();
    },
  );
});

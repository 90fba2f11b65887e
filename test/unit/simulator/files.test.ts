import { expect, it } from 'vitest';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import { linearTicks, logTicks } from '#simulator/figures/ticks.ts';
import { simulated } from '#test/support/runs/simulation.ts';

const withFigures = taskCatalogue
  .map((task) => ({ name: task.name, outcome: simulated({ task: task.name }) }))
  .filter(({ outcome }) => outcome.figures.length > 0);
const files = (ending: string) =>
  withFigures.flatMap(({ outcome }) =>
    [...outcome.figures, ...outcome.rawData].filter(({ name }) => name.endsWith(ending)),
  );

/** Names of elements that are opened and not closed, in order; throws on a close that fits nothing. */
function unclosed(xml: string): string[] {
  const open: string[] = [];
  for (const [, slash, name = '', closed] of xml.matchAll(/<(\/?)([a-z]+)(?:\s+[a-zA-Z-]+="[^"<]*")*\s*(\/?)>/g)) {
    if (slash === '/' && open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    if (slash === '' && closed === '') open.push(name);
  }
  return open;
}

it('the simulator draws every task but those that only set up the electronics', () => {
  const without = taskCatalogue
    .map(({ name }) => name)
    .filter((name) => !withFigures.some((task) => task.name === name));
  expect(without.sort()).toEqual(
    ['CheckStatus', 'Configure', 'ConfigureAll', 'DumpBox', 'LinkUp', 'ReadoutConfigure'].sort(),
  );
});

it('Plotly figures are what the basic bundle can draw: scatter and bar alone, columns of a trace equally long', () => {
  for (const { body } of files('.json')) {
    const { data, layout } = JSON.parse(body) as { data: { type: string; x: []; y: [] }[]; layout: { title: unknown } };
    expect(layout.title).toBeDefined();
    for (const trace of data) {
      expect(['scatter', 'bar']).toContain(trace.type);
      expect(trace.x.length).toBeGreaterThan(0);
      expect(trace.y).toHaveLength(trace.x.length);
    }
    expect(body).not.toContain('null');
  }
});

it('every axis of a Plotly figure is named with its unit', () => {
  const t1 = simulated({ task: 'CheckT1' }).figures[0];
  expect(JSON.parse(t1?.body ?? '').layout).toMatchObject({
    title: { text: 'Energy relaxation' },
    xaxis: { title: { text: 'Delay (μs)' }, type: 'log' },
    yaxis: { title: { text: 'Population of 1' } },
  });
});

it('SVG pictures are well-formed, name their axes, and hold nothing that runs', () => {
  for (const { body, name } of files('.svg')) {
    expect(unclosed(body.replace(/<style>.*?<\/style>/, '')), name).toEqual([]);
    expect(body.replace(/<[^>]*>/g, ''), name).not.toMatch(/[<>]|NaN|undefined|Infinity/);
    expect(body, name).not.toMatch(/NaN|Infinity|<script|href=| on[a-z]+=/);
    expect(body, name).toContain('prefers-color-scheme:dark');
  }
});

it('SVG pictures draw the readings inside of the plot', () => {
  for (const { body, name } of files('.svg')) {
    for (const [, x = '', y = ''] of body.matchAll(/M([\d.-]+) ([\d.-]+)h0/g)) {
      expect(Number(x), name).toBeGreaterThanOrEqual(58);
      expect(Number(x), name).toBeLessThanOrEqual(466);
      expect(Number(y), name).toBeGreaterThanOrEqual(46);
      expect(Number(y), name).toBeLessThanOrEqual(270);
    }
  }
});

it('lines of raw data have as many columns as the header, with the unit in the name of a column', () => {
  for (const { body, name } of files('.csv')) {
    const [header = '', ...lines] = body.trimEnd().split('\r\n');
    const columns = header.split(',');
    expect(
      columns.every((column) => /^[a-z0-9_]+$/.test(column)),
      header,
    ).toBe(true);
    expect(lines.length, name).toBeGreaterThan(0);
    for (const line of lines) expect(line.split(','), name).toHaveLength(columns.length);
  }
  expect(simulated({ task: 'CheckT1' }).rawData[0]?.body).toMatch(/^delay_us,population\r\n0\.1,/);
  expect(simulated({ task: 'CheckFineChevron' }).rawData[0]?.body).toMatch(
    /^drive_frequency_ghz,duration_ns,population\r\n/,
  );
});

it('raw data have as many lines as readings were drawn', () => {
  const { figures, rawData } = simulated({ task: 'CheckT1' });
  const drawn = JSON.parse(figures[0]?.body ?? '').data[0].x.length;
  expect(rawData[0]?.body.trimEnd().split('\r\n')).toHaveLength(1 + drawn);
});

it('files of a task are named after task and target, and kept small', () => {
  const { figures, rawData } = simulated({ task: 'CheckT1', target: 'A 1/2' });
  expect([...figures, ...rawData].map(({ name }) => name)).toEqual([
    'CheckT1_A_1_2_0.json',
    'CheckT1_A_1_2_0.svg',
    'CheckT1_A_1_2_raw_0.csv',
  ]);
  for (const { name, outcome } of withFigures) {
    const bytes = [...outcome.figures, ...outcome.rawData].reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    expect(bytes, name).toBeLessThan(17_000);
  }
});

it('axes are marked at round numbers', () => {
  expect(linearTicks(-0.03, 1.02).map(({ text }) => text)).toEqual(['0.0', '0.5', '1.0']);
  expect(linearTicks(7.88, 7.92).map(({ text }) => text)).toEqual(['7.88', '7.89', '7.90', '7.91', '7.92']);
  expect(logTicks(0.09, 600).map(({ text }) => text)).toEqual(['0.1', '1', '10', '100']);
});

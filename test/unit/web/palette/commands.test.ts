import { describe, expect, it } from 'vitest';
import { metricsConfig } from '#shared/values/contract/metrics-config.ts';
import { pages } from '../../../../web/pages.ts';
import { commandsFor } from '../../../../web/ui/lib/palette/commands.ts';
import type { PaletteContext } from '../../../../web/ui/lib/palette/context.ts';
import { palettePages } from '../../../../web/ui/lib/palette/pages.ts';
import { recentFirst } from '../../../../web/ui/lib/palette/recent.ts';
import { displayOf } from '../../../../web/values/lib/metrics/metric-display.ts';

const context: PaletteContext = {
  chipId: 'DEMO64',
  chips: ['DEMO64', 'torino'],
  targets: { qubits: new Set(['0', '3', '7', '45']), couplings: new Set(['0-7', '3-7']) },
  metrics: {
    qubit: [
      { key: 't2_echo', title: 'T2 echo' },
      { key: 't1', title: 'T1' },
      { key: 'average_readout_fidelity', title: 'Readout error' },
    ],
    coupling: [{ key: 'cz_gate_fidelity', title: 'CZ gate error' }],
  },
  flows: ['check_one_qubit'],
  people: [
    { username: 'vera', name: 'Vera Lindqvist' },
    { username: 'ed', name: '' },
  ],
  tasks: ['CheckT1', 'CheckT2Echo', 'CheckRabi'],
  runs: [
    { id: '20261122-001', what: 'check on DEMO64' },
    { id: '20261121-010', what: 'check on DEMO64' },
    { id: '20261121-001', what: 'check on DEMO64' },
  ],
  pages: palettePages({ chipId: 'DEMO64', projectId: 'p1', isAdmin: true }),
  yesterday: '2026-11-22',
  weekAgo: '2026-11-16',
  mayWrite: true,
};

const labels = (text: string, change: Partial<PaletteContext> = {}) =>
  commandsFor(text, { ...context, ...change }).map(({ label }) => label);
const first = (text: string, change: Partial<PaletteContext> = {}) =>
  commandsFor(text, { ...context, ...change })[0]?.action;

describe('what is typed into the command palette', () => {
  it('a qubit and a metric lead to the history of that metric, however the metric is written', () => {
    const t1 = {
      to: '/chips/$chipId/qubits/$target',
      params: { chipId: 'DEMO64', target: '45' },
      search: { metric: 't1' },
    };
    for (const text of ['q45 t1', 'Q45 T1', '45 t1', '  q45   T1 ']) expect(first(text)).toEqual({ go: t1 });
    expect(labels('q45 readout err')).toEqual(['Readout error of Q45 on DEMO64']);
    expect(labels('q45 t')).toContain('T1 of Q45 on DEMO64');
    expect(labels('q45 t')).toContain('T2 echo of Q45 on DEMO64');
  });

  it('a coupling is found in either direction and with or without its letters', () => {
    const go = { to: '/chips/$chipId/couplings/$target', params: { chipId: 'DEMO64', target: '0-7' } };
    for (const text of ['0-7', '7-0', 'q0-q7', 'Q7-0']) expect(first(text)).toEqual({ go });
    expect(first('0-7 cz')).toEqual({ go: { ...go, search: { metric: 'cz_gate_fidelity' } } });
  });

  it('a target that the chip does not have is not offered, and any is where its targets are not known', () => {
    for (const text of ['q99', '0-3', 'q45x']) expect(labels(text)).toEqual([]);
    expect(labels('q99', { targets: undefined })).toEqual(['Q99 of DEMO64']);
    expect(labels('q45', { chipId: undefined })).toEqual([]);
  });

  it('a run is found by the end of its id, the newest first, and by its whole id where it is not among the newest', () => {
    expect(labels('run 001')).toEqual(['Run 20261122-001, check on DEMO64', 'Run 20261121-001, check on DEMO64']);
    expect(labels('20261121-010')).toEqual(['Run 20261121-010, check on DEMO64']);
    expect(first('run 20250101-004')).toEqual({
      go: { to: '/execution/$executionId', params: { executionId: '20250101-004' } },
    });
    expect(labels('run 002')).toEqual([]);
  });

  it('a run on targets, or a measurement of them, starts with their qubits, each once and in order', () => {
    expect(first('measure q7 q3')).toEqual({ measure: { chipId: 'DEMO64', qubits: ['3', '7'] } });
    expect(first('run 0-7 q3 7')).toEqual({ measure: { chipId: 'DEMO64', qubits: ['0', '3', '7'] } });
    expect(labels('mea 3')).toEqual(['Measure Q3 on DEMO64…']);
  });

  it('nothing is measured that is not there, and nothing by a user who may not', () => {
    expect(labels('measure q3 q99')).toEqual([]);
    expect(labels('measure')).toEqual([]);
    expect(labels('measure q3', { mayWrite: false })).toEqual([]);
  });

  it('a comparison is with a day or with a run', () => {
    const side = (text: string) => {
      const action = first(text);
      return action && 'go' in action ? action.go.search?.before : undefined;
    };
    expect(side('compare yesterday')).toBe('at:2026-11-22');
    expect(side('compare week')).toBe('at:2026-11-16');
    expect(side('compare run 010')).toBe('run:20261121-010');
    expect(labels('compare')).toEqual([
      ...['Compare DEMO64 with yesterday', 'Compare DEMO64 with a week ago'],
      ...['Compare', 'Compare runs'],
    ]);
    expect(labels('compare yesterday', { chipId: undefined })).toEqual([]);
  });

  it('the figures of a task are found by a part of its name', () => {
    const go = { to: '/chips/$chipId/wall', params: { chipId: 'DEMO64' }, search: { task: 'CheckT1' } };
    for (const text of ['wall CheckT1', 'wall t1', 'figures t1']) expect(first(text)).toEqual({ go });
    expect(labels('wall check')).toHaveLength(3);
    expect(labels('wall t1', { chipId: undefined })).toEqual([]);
  });

  it('a number after run is that of a run before it is a qubit', () => {
    const runs = [{ id: '20261122-003', what: '' }];
    expect(labels('run 003', { runs })).toEqual(['Run 20261122-003', 'Measure Q3 on DEMO64…']);
  });

  it('pages, chips and flows are found by a part of their name', () => {
    expect(labels('sched')).toEqual(['Schedules']);
    expect(labels('setti')).toEqual(['Settings']);
    expect(first('torin')).toEqual({ go: { to: '/chips/$chipId', params: { chipId: 'torino' } } });
    expect(first('one_q')).toEqual({ go: { to: '/flows/$flowName', params: { flowName: 'check_one_qubit' } } });
    expect(labels('nothing of this name')).toEqual([]);
  });

  it('with nothing typed every page is offered, and none twice', () => {
    const all = commandsFor('', context);
    expect(all.map(({ label }) => label)).toEqual(expect.arrayContaining(['Overview', 'Runs', 'Notes', 'Settings']));
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  });

  it('every page that needs no further name is offered', () => {
    const offered = new Set(context.pages.map(({ to }) => to));
    const given = ['chipId', 'projectId'];
    const open = Object.keys(pages).filter((pattern) =>
      [...pattern.matchAll(/\$(\w+)/g)].every(([, name = '']) => given.includes(name)),
    );
    expect(open.filter((pattern) => !offered.has(pattern))).toEqual([]);
  });

  it('a page is found by what is on it, and one of that name comes first', () => {
    for (const [text, label] of [
      ['password', 'Settings'],
      ['webhooks', 'This project'],
      ['fridge', 'Cryostats'],
      ['cool-down', 'Cryostats'],
      ['histogram', 'Analysis of DEMO64'],
      ['notifications', 'Inbox'],
      ['lattice', 'New topology'],
    ])
      expect(labels(text ?? '')).toContain(label);
    expect(labels('notes')[0]).toBe('Notes');
  });

  it('every metric of the catalogue is found by its title and leads to its map', () => {
    const config = metricsConfig(undefined);
    const ofKind = (kind: 'qubit' | 'coupling') =>
      Object.keys(config[`${kind}_metrics`]).map((key) => ({ key, title: displayOf(config, kind, key).title }));
    const metrics = { qubit: ofKind('qubit'), coupling: ofKind('coupling') };
    for (const kind of ['qubit', 'coupling'] as const)
      for (const { key, title } of metrics[kind]) {
        const go = { to: '/dashboard', search: { chip: 'DEMO64', [kind]: key, layer: kind } };
        const found = commandsFor(title, { ...context, metrics }).map(({ action }) => action);
        expect(found, title).toContainEqual({ go });
      }
    expect(labels('t2', { chipId: undefined }).filter((label) => label.startsWith('T2'))).toEqual([]);
  });

  it('what was chosen lately comes first, the latest before the others', () => {
    const commands = commandsFor('run 001', context);
    const [newer, older] = commands;
    if (!newer || !older) throw new Error('two runs have this ending');
    expect(recentFirst(commands, [older])).toEqual([older, newer]);
    expect(recentFirst(commands, [newer, older])).toEqual([newer, older]);
    expect(recentFirst(commands, [])).toEqual(commands);
  });
});

it('a user of the project is found by a part of their name, and leads to what they noted', () => {
  expect(labels('lindq')).toEqual(['Notes by Vera Lindqvist (vera)']);
  expect(labels('ed')).toContain('Notes by ed');
});

it('a pair that is not a coupling is a range of qubits, to be measured if the chip has them all', () => {
  const targets = { qubits: new Set(['0', '1', '2', '3', '4', '5', '6', '7', '8']), couplings: new Set(['0-1']) };
  expect(labels('0-7', { targets })).toEqual(['Measure 8 qubits (0-7) on DEMO64…']);
  expect(labels('measure 0-2', { targets })).toEqual(['Measure Q0, Q1, Q2 on DEMO64…']);
  expect(labels('0-1', { targets })).toEqual(['0-1 of DEMO64']);
  expect(labels('0-9', { targets })).toEqual([]);
  expect(labels('0-7', { targets, mayWrite: false })).toEqual([]);
});

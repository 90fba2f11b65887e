import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Flow } from '../../../../web/lib/api/wire.ts';
import { defaultsOf, draftOf, isSameDraft, tagsOf } from '../../../../web/lib/flows/draft.ts';
import {
  advancedField,
  otherValueFields,
  parameterFields,
  readParameters,
  selectionOf,
  taskFields,
  valueFields,
} from '../../../../web/lib/flows/parameters.ts';

const defaults = { shots: 2048, fast: false, note: 'cold', qids: ['0', '1'] };
const fields = parameterFields(defaults);

describe('the form of a flow', () => {
  it('the form of a flow has a field for each default, by what the default is', () => {
    expect(fields.map(({ name, kind, initial }) => [name, kind, initial])).toEqual([
      ['shots', 'number', '2048'],
      ['fast', 'boolean', 'false'],
      ['note', 'text', 'cold'],
      ['qids', 'json', '["0","1"]'],
    ]);
  });

  it('the form of a task has its values with their units, by name', () => {
    const values = { time_range: { value: [0, 401, 8], unit: '' }, readout_amplitude: { value: 0.2, unit: 'a.u.' } };
    expect(valueFields(values)).toEqual([
      { name: 'readout_amplitude', kind: 'number', initial: '0.2', unit: 'a.u.' },
      { name: 'time_range', kind: 'json', initial: '[0,401,8]' },
    ]);
  });

  it('the form of a flow asks for what its tasks take, with what stands there and what may, and sends what is entered', () => {
    const accepts = 'a whole number from 1 to 10000000';
    const shots = { name: 'shots', value_type: 'int', unit: '', values: [512, 4096], accepts } as const;
    const interval = { name: 'interval', value_type: 'int', unit: 'ns', values: [153_600], accepts } as const;
    const found = taskFields([shots, interval], parameterFields({ interval: 9 }));
    const hint = '512 or 4,096 unless given; a whole number from 1 to 10,000,000';
    expect(found).toEqual([{ name: 'shots', kind: 'number', initial: '', hint }]);
    expect(readParameters(found, {}, '')).toEqual({ ok: true, parameters: {} });
    expect(readParameters(found, { shots: '100' }, '')).toEqual({ ok: true, parameters: { shots: 100 } });
    const [drag] = taskFields([{ ...shots, value_type: 'float', values: [0.25], accepts: 'a number' }], []);
    expect(drag?.hint).toBe('0.25 unless given; a number');
  });

  it('the form of a task asks for other values to begin from, of which those that stay empty are not sent', () => {
    const others = otherValueFields({ amplitude: { value: 0.2, unit: 'a.u.' }, length: { value: 24, unit: 'ns' } });
    expect(others[0]).toEqual({ name: 'amplitude', kind: 'number', initial: '', unit: 'a.u.', hint: 'then 0.2' });
    expect(readParameters(others, { length: '24' }, '')).toEqual({ ok: true, parameters: { length: 24 } });
  });

  it('the form of a flow sends only what was changed, as what it is', () => {
    expect(readParameters(fields, {}, '')).toEqual({ ok: true, parameters: {} });
    expect(readParameters(fields, { shots: '1e3', fast: 'true', note: '12', qids: '["7"]' }, '')).toEqual({
      ok: true,
      parameters: { shots: 1000, fast: true, note: '12', qids: ['7'] },
    });
  });

  it('the free JSON of a form stands over its fields', () => {
    expect(readParameters(fields, { shots: '10' }, '{"shots": 20, "seed": 7}')).toEqual({
      ok: true,
      parameters: { shots: 20, seed: 7 },
    });
  });

  it('the form of a flow narrows a run to qubits by what was typed, and not at all where nothing was', () => {
    expect(selectionOf(' 0, 1  17,,1', '')).toEqual({ qids: ['0', '1', '17'] });
    expect(selectionOf('', '5')).toEqual({ exclude_qids: ['5'] });
    expect(selectionOf('0-3, Q12', '')).toEqual({ qids: ['0', '1', '2', '3', '12'] });
    expect(selectionOf(' , ', '')).toEqual({});
  });

  it('the form of a flow names every field that cannot be read', () => {
    const read = readParameters(fields, { shots: 'many', qids: '[0' }, '[1]');
    expect(read.ok ? [] : read.problems.map((problem) => problem.field)).toEqual(['shots', 'qids', advancedField]);
  });

  it('any JSON of a default passes through the form of a flow unchanged', () => {
    const name = fc.string({ minLength: 1 }).filter((key) => key !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), (values) => {
        const form = parameterFields(values);
        // A space before and after makes JSON another text of the same value.
        const entered = Object.fromEntries(
          form.filter((field) => field.kind === 'json').map((field) => [field.name, ` ${field.initial} `]),
        );
        const read = readParameters(form, entered, '');
        expect(read.ok && Object.keys(read.parameters).sort()).toEqual(Object.keys(entered).sort());
        if (read.ok)
          for (const [key, value] of Object.entries(read.parameters))
            expect(JSON.stringify(value)).toBe(JSON.stringify(values[key]));
      }),
    );
  });
});

describe('the draft of a flow', () => {
  const flow = {
    code: 'stages: []\n',
    description: 'first',
    chip_id: 'torino',
    tags: ['a', 'b'],
    default_parameters: { shots: 1 },
  } as unknown as Flow;

  it('the draft of a flow is the same as the flow until something is changed', () => {
    expect(isSameDraft(draftOf(flow), draftOf(flow))).toBe(true);
    for (const key of ['code', 'description', 'chipId', 'tags', 'parameters'] as const)
      expect(isSameDraft(draftOf(flow), { ...draftOf(flow), [key]: 'other' })).toBe(false);
  });

  it('the draft of a flow reads back what it shows', () => {
    expect(defaultsOf(draftOf(flow).parameters)).toEqual({ ok: true, value: flow.default_parameters });
    expect(tagsOf(draftOf(flow).tags)).toEqual(flow.tags);
  });

  it('the draft of a flow takes tags once, without blanks, and says what is wrong with parameters', () => {
    expect(tagsOf(' a, b,,a , ')).toEqual(['a', 'b']);
    expect(defaultsOf('  ')).toEqual({ ok: true, value: {} });
    expect(defaultsOf('[1]')).toMatchObject({ ok: false });
    expect(defaultsOf('{"a":')).toMatchObject({ ok: false });
  });
});

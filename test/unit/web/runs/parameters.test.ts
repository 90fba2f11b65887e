import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultsOf, draftOf, isSameDraft, tagsOf } from '../../../../web/flows/lib/draft.ts';
import {
  advancedField,
  enteredOf,
  fieldHint,
  fieldLabel,
  givenFields,
  otherValueFields,
  parameterFields,
  readParameters,
  refusedAt,
  selectionOf,
  taskFields,
  valueFields,
  withLimits,
} from '../../../../web/flows/lib/parameters.ts';
import { runParameterRow } from '../../../../web/runs/lib/run-parameter-rows.ts';
import type { Flow } from '../../../../web/ui/lib/api/wire.ts';

const defaults = { shots: 2048, fast: false, note: 'cold', qids: ['0', '1'] };
const fields = parameterFields(defaults);

describe('the form of a flow', () => {
  it('the form of a flow has a field for each default, by what the default is', () => {
    expect(fields.map(({ name, kind, initial }) => [name, kind, initial])).toEqual([
      ['shots', 'number', '2048'],
      ['fast', 'boolean', 'false'],
      ['note', 'text', 'cold'],
      ['qids', 'list', '0, 1'],
    ]);
  });

  it('the form of a task has its values with their units, by name', () => {
    const values = { time_range: { value: [0, 401, 8], unit: '' }, readout_amplitude: { value: 0.2, unit: 'a.u.' } };
    expect(valueFields(values)).toEqual([
      { name: 'readout_amplitude', kind: 'number', initial: '0.2', unit: 'a.u.' },
      { name: 'time_range', kind: 'json', initial: '[0,401,8]' },
    ]);
  });

  it('the form of a flow asks for what its tasks take, with what is there and what may, and sends what is entered', () => {
    const accepts = 'a whole number from 1 to 10000000';
    const description = 'Repetitions of each point';
    const shots = { name: 'shots', value_type: 'int', unit: '', description, values: [512, 4096], accepts } as const;
    const interval = { ...shots, name: 'interval', unit: 'ns', values: [153_600] };
    const found = taskFields([shots, interval], parameterFields({ interval: 9 }));
    const hint = '512 or 4,096 unless given; a whole number from 1 to 10,000,000';
    expect(found).toEqual([{ name: 'shots', kind: 'number', initial: '', description, hint }]);
    expect(readParameters(found, {}, '')).toEqual({ ok: true, parameters: {} });
    expect(readParameters(found, { shots: '100' }, '')).toEqual({ ok: true, parameters: { shots: 100 } });
    const [drag] = taskFields([{ ...shots, value_type: 'float', values: [0.25], accepts: 'a number' }], []);
    expect(drag?.hint).toBe('0.25 unless given');
  });

  it('the form of a task asks for other values to begin from, of which those that stay empty are not sent', () => {
    const others = otherValueFields({ amplitude: { value: 0.2, unit: 'a.u.' }, length: { value: 24, unit: 'ns' } });
    expect(others[0]).toEqual({ name: 'amplitude', kind: 'number', initial: '', unit: 'a.u.', hint: 'then 0.2' });
    expect(readParameters(others, { length: '24' }, '')).toEqual({ ok: true, parameters: { length: 24 } });
  });

  it('the form of a flow sends only what was changed, as what it is', () => {
    expect(readParameters(fields, {}, '')).toEqual({ ok: true, parameters: {} });
    expect(readParameters(fields, { shots: '1e3', fast: 'true', note: '12', qids: '7, Q8 10-12' }, '')).toEqual({
      ok: true,
      parameters: { shots: 1000, fast: true, note: '12', qids: ['7', '8', '10', '11', '12'] },
    });
    const couplings = parameterFields({ coupling_ids: ['0-1', '1-2'] });
    expect(readParameters(couplings, { coupling_ids: '0-1,2-3' }, '')).toEqual({
      ok: true,
      parameters: { coupling_ids: ['0-1', '2-3'] },
    });
  });

  it('the free JSON of a form overrides its fields', () => {
    expect(readParameters(fields, { shots: '10' }, '{"shots": 20, "seed": 7}')).toEqual({
      ok: true,
      parameters: { shots: 20, seed: 7 },
    });
  });

  it.each([
    ['detuning', 'GHz', 0.001, 'Detuning (MHz)', '1', '7', 0.007],
    ['target_rabi_rate', 'GHz', 0.0125, 'Target Rabi rate (MHz)', '12.5', '1.1', 0.0011],
    ['interval', 'ns', 153_600, 'Interval (µs)', '153.6', '1024.1', 1_024_100],
    ['frequency_span', 'GHz', 0.15, 'Frequency span (MHz)', '150', '1e2', 0.1],
    ['readout_duration', 'ns', 1024, 'Readout duration (ns)', '1024', '1100', 1100],
    ['qubit_frequency', 'GHz', 0.4, 'Qubit frequency (GHz)', '0.4', '5.1', 5.1],
    ['f12_distance_min', 'GHz', 0.125, 'Minimum f12 distance (MHz)', '125', '\u2212100', -0.1],
    ['hpi_duration', 'ns', 24, 'Half-pi duration (ns)', '24', '30', 30],
    ['top_power', 'dB', 0, 'Top power (dB)', '0', '-3', -3],
  ])(
    '%s (%s) of %d is typed as %s and sent exactly in its own unit',
    (name, unit, value, label, initial, typed, sent) => {
      const [field] = valueFields({ [name]: { value, unit } });
      expect(field && [fieldLabel(field), field.initial]).toEqual([label, initial]);
      const read = readParameters(field ? [field] : [], { [name]: typed }, '');
      expect(read).toEqual({ ok: true, parameters: { [name]: sent } });
    },
  );

  it('a number that is typed in any unit is sent as the nearest one to what was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (digits, decimals) => {
        const text = (digits / 10 ** decimals).toFixed(decimals);
        const [field] = valueFields({ detuning: { value: 0.001, unit: 'GHz' } });
        const read = readParameters(field ? [field] : [], { detuning: `${text} ` }, '');
        expect(read.ok && read.parameters.detuning).toBe(Number(`${text}e-3`));
      }),
    );
  });

  it('limits and refusals of a field are in the unit that is typed', () => {
    const accepts = 'a whole number from 1 to 10000000';
    const told = { value_type: 'int', unit: 'ns', description: 'Time', values: [153_600], accepts } as const;
    const [field] = taskFields([{ name: 'interval', ...told }], []);
    expect(field?.hint).toBe('153.6\u00a0µs unless given; from 0.001 to 10,000\u00a0µs in steps of 0.001');
    const errors = [{ path: 'body.parameter_overrides.run.interval', message: `'interval' must be ${accepts}` }];
    expect(refusedAt(field ? [field] : [], errors)).toEqual({
      problems: [{ field: 'interval', message: 'must be from 0.001 to 10,000\u00a0µs in steps of 0.001' }],
      isAll: true,
    });
    const fields = valueFields({ f12_distance_min: { value: 0.125, unit: 'GHz' } });
    const message =
      "Task result 'x': parameter 'f12_distance_min' (0.7 GHz) must be below 'f12_distance_max' (0.5 GHz)";
    expect(refusedAt(fields, [{ path: '', message }]).problems).toEqual([
      { field: 'f12_distance_min', message: "must be below 'Maximum f12 distance' (500\u00a0MHz)" },
    ]);
    expect(refusedAt(field ? [field] : [], [...errors, { path: 'body', message: 'no' }]).isAll).toBe(false);
  });

  it('a schedule gives what is entered, also where it is what is there, and has what was given before in its fields', () => {
    const own = parameterFields({ interval: 153_600, note: 'cold', qids: ['0'] }, (name) =>
      name === 'interval' ? 'ns' : undefined,
    );
    const told = { value_type: 'int', unit: 'ns', description: 'Time', values: [153_600] } as const;
    const fields = withLimits(givenFields(own), [
      { name: 'interval', ...told, accepts: 'a whole number from 1 to 10000000' },
    ]);
    expect(fields.map(({ name, initial, hint }) => [name, initial, hint])).toEqual([
      ['interval', '', '153.6\u00a0µs unless given; from 0.001 to 10,000\u00a0µs in steps of 0.001'],
      ['note', '', 'cold unless given'],
    ]);
    const { entered, rest } = enteredOf(fields, { interval: 102_400, note: 7, seed: 3 });
    expect([entered, rest]).toEqual([{ interval: '102.4' }, { note: 7, seed: 3 }]);
    expect(readParameters(fields, { interval: '153.6' }, '')).toEqual({ ok: true, parameters: { interval: 153_600 } });
    expect(readParameters(fields, entered, JSON.stringify(rest))).toEqual({
      ok: true,
      parameters: { interval: 102_400, note: 7, seed: 3 },
    });
  });

  it('a scan stays JSON, with what it means beneath it, and its powers of ten are not nanoseconds', () => {
    const [delays] = valueFields({ time_range: { value: [2, 5, 51], unit: 'ns', value_type: 'np.logspace' } });
    expect(delays && fieldLabel(delays)).toBe('Time range');
    expect(delays && fieldHint(delays, '[2, 4, 21]')).toBe('JSON: 0.1 to 10\u00a0µs, 21 points, log');
    expect(delays && fieldHint(delays, '[2, 4')).toBe('JSON');
  });

  it('the parameters of a run are told in words and units, those of a worker, of which none is known, as they are', () => {
    const texts = (runner: 'managed' | 'worker') =>
      Object.entries({ qids: ['0', '1', '2', '7'], interval: 153_600, detuning: 0.001, shots: 20_000, seed: null }).map(
        ([name, value]) => runParameterRow(runner, name, value),
      );
    expect(texts('managed').map(({ title, text }) => `${title} ${text}`)).toEqual([
      'Qubits 0-2, 7',
      'Interval 153.6\u00a0µs',
      'Detuning 1\u00a0MHz',
      'Shots 20,000',
      'Seed null',
    ]);
    expect(texts('worker').map(({ text }) => text)).toEqual(['0-2, 7', '153,600', '0.001', '20,000', 'null']);
  });

  it('the form of a flow narrows a run to qubits by what was typed, and not at all where nothing was', () => {
    expect(selectionOf(' 0, 1  17,,1', '')).toEqual({ qids: ['0', '1', '17'] });
    expect(selectionOf('', '5')).toEqual({ exclude_qids: ['5'] });
    expect(selectionOf('0-3, Q12', '')).toEqual({ qids: ['0', '1', '2', '3', '12'] });
    expect(selectionOf(' , ', '')).toEqual({});
  });

  it('the form of a flow names every field that cannot be read', () => {
    const read = readParameters(fields, { shots: 'many', qids: ' , ' }, '[1]');
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

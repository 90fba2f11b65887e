import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { cellFigures } from '#shared/values/rules/cell/cell-figures.ts';
import { formatStatistic } from '#shared/values/rules/cell/display.ts';
import {
  formatFrequencyChange,
  formatQuantity,
  formatSignificant,
  spellQuantity,
} from '#shared/values/rules/cell/quantity.ts';
import { projectRoot } from '#test/support/stack/processes.ts';
import { runParameterText } from '../../../web/runs/lib/sweep-words.ts';
import { Quantity } from '../../../web/values/components/quantity/quantity.tsx';
import { displayOf } from '../../../web/values/lib/metrics/metric-display.ts';

const breaking = (text: string) => text.replaceAll('\u00a0', ' ');

describe('a value with its uncertainty', () => {
  it.each([
    [4.7929, 2.2e-7, 'GHz', '4.79290000(22) GHz', '4.79290000 ± 0.00000022 GHz'],
    [144.38, 1.9, 'us', '144.4(1.9) µs', '144.4 ± 1.9 µs'],
    [0.28543, 0.0031, '%', '0.2854(31) %', '0.2854 ± 0.0031 %'],
    [4.91234, 0.0001, 'GHz', '4.91234(10) GHz', '4.91234 ± 0.00010 GHz'],
    // Two digits that carry over end one place higher.
    [12.345, 0.95, '', '12.35(95)', '12.35 ± 0.95'],
    [12.345, 0.995, '', '12.3(1.0)', '12.3 ± 1.0'],
    [12.345, 9.97, '', '12(10)', '12 ± 10'],
    [12.345, 99.6, '', '10(100)', '10 ± 100'],
    // Above one it carries its own point, and before the point it has none.
    [12.345, 1, '', '12.3(1.0)', '12.3 ± 1.0'],
    [-312.4, 25, 'MHz', '−312(25) MHz', '−312 ± 25 MHz'],
    [12345, 250, '', '12350(250)', '12350 ± 250'],
    // An uncertainty above its value does not hide either of them.
    [0.02, 0.5, 'µs', '0.02(50) µs', '0.02 ± 0.50 µs'],
    [0, 0.5, 'ns', '0.00(50) ns', '0.00 ± 0.50 ns'],
    [-0.00004, 0.02, '', '0.000(20)', '0.000 ± 0.020'],
    // Huge and tiny ones are written by a power that both share.
    [1.2345678e9, 2.2e3, 'Hz', '1.2345678(22)×10⁹ Hz', '(1.2345678 ± 0.0000022)×10⁹ Hz'],
    [2.2e-7, 3.1e-9, 'GHz', '2.200(31)×10⁻⁷ GHz', '(2.200 ± 0.031)×10⁻⁷ GHz'],
    [1e-7, 5e-7, '', '1.0(5.0)×10⁻⁷', '(1.0 ± 5.0)×10⁻⁷'],
    // A share below 0.01 % is the fraction that it is.
    [0.0041, 0.0003, '%', '4.10(30)×10⁻⁵', '(4.10 ± 0.30)×10⁻⁵'],
    [0.0041, 0.03, '%', '0.004(30) %', '0.004 ± 0.030 %'],
    [45.23, 1.2, 'degree', '45.2(1.2)°', '45.2 ± 1.2°'],
    [0.2, 0.01, 'a.u.', '0.200(10)', '0.200 ± 0.010'],
  ])('%d with the uncertainty %d %s is written %s and read out as %s', (value, error, unit, concise, spelled) => {
    expect([formatQuantity(value, error, unit), spellQuantity(value, error, unit)].map(breaking)).toEqual([
      concise,
      spelled,
    ]);
  });

  it.each([
    [185.02, 'us', '185.02 µs'],
    [0.998877, '', '0.99888'],
    [24, 'ns', '24 ns'],
    [0.2, '', '0.2'],
    [1560, '', '1560'],
    [150000, '', '150000'],
    [0, '%', '0 %'],
    [-0.3, 'GHz', '−0.3 GHz'],
    [0.0041, '%', '4.1×10⁻⁵'],
    [1.5e12, 'Hz', '1.5×10¹² Hz'],
  ])('%d %s without one has five digits at most and no zeros behind them: %s', (value, unit, text) => {
    const shown = [null, 0, -1, Number.NaN].map((error) => breaking(formatQuantity(value, error, unit)));
    expect(shown).toEqual(Array(4).fill(text));
    expect(breaking(spellQuantity(value, null, unit))).toBe(text);
  });

  it.each([
    ['t1', 97.425, '97.4 µs'],
    ['t1', 90, '90.0 µs'],
    ['t1', 0, '0 µs'],
    ['x90_gate_fidelity', 0.02605, '0.0261 %'],
    ['x90_gate_fidelity', 0.00412, '4.12×10⁻⁵'],
    ['qubit_frequency', 5.01431, '5.0143 GHz'],
    ['qubit_frequency', 5, '5 GHz'],
  ])('a statistic of %s, %d, has three digits where an end is good, else five at most: %s', (key, drawn, text) => {
    expect(breaking(formatStatistic(displayOf(undefined, 'qubit', key), drawn))).toBe(text);
  });

  it('a change of a frequency is in kHz, and from 1,000 kHz on in MHz', () => {
    const shown = [310, -999, 1000, -28975, 0].map((kilohertz) => breaking(formatFrequencyChange(kilohertz)));
    expect(shown).toEqual(['+310 kHz', '−999 kHz', '+1.00 MHz', '−29.0 MHz', '0 kHz']);
  });

  it('what is not a number is refused, with its unit', () => {
    const none = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    expect(none.map((value) => formatQuantity(value, 1, 'µs'))).toEqual(['–', '–', '–']);
    expect(none.map((value) => formatSignificant(value))).toEqual(['–', '–', '–']);
  });

  it('read back, value and uncertainty are right to half a unit of the last digit that is shown', () => {
    const number = fc.double({ min: -1e9, max: 1e9, noNaN: true }).filter((one) => one === 0 || Math.abs(one) > 1e-9);
    const error = fc
      .integer({ min: -9, max: 8 })
      .chain((power) => fc.double({ min: 1, max: 9.99, noNaN: true }).map((one) => one * 10 ** power));
    fc.assert(
      fc.property(number, error, (value, spread) => {
        const [shown, shownError, unit] = readConcise(formatQuantity(value, spread, ''));
        expect(Math.abs(shown - value)).toBeLessThanOrEqual(unit * 0.5001 + Math.abs(value) * 1e-15);
        expect(Math.abs(shownError - spread)).toBeLessThanOrEqual(unit * 0.5001);
        expect(Math.round(shownError / unit)).toBeGreaterThanOrEqual(10);
        expect(Math.round(shownError / unit)).toBeLessThan(100);
      }),
    );
  });
});

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Value, uncertainty and the place of the last of its two digits, as a person reads the concise form. */
function readConcise(text: string): [value: number, error: number, place: number] {
  const [, sign, value = '', error = '', power = ''] =
    /^(−?)([\d.]+)\(([\d.]+)\)(?:×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?$/.exec(text) ?? [];
  const plain = power.replace('⁻', '-').replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String(raised.indexOf(digit)));
  const factor = Number(`1e${plain || 0}`);
  const decimals = value.split('.')[1]?.length ?? 0;
  const inUnits = decimals > 0 && !error.includes('.') ? Number(`${error}e-${decimals}`) : Number(error);
  const place = 10 ** (Math.floor(Math.log10(inUnits * 1.0000001)) - 1);
  return [(sign ? -1 : 1) * Number(value) * factor, inUnits * factor, place * factor];
}

describe('a number on a page', () => {
  const markup = (value: number, error: number | null, unit: string) =>
    renderToStaticMarkup(createElement(Quantity, { value, error, unit }));
  const textOf = (html: string) => html.replace(/<[^>]+>/g, '');

  it('a number on a page is copied with plain digits, which a margin sets in groups of three', () => {
    const html = markup(4.7929, 2.2e-7, 'GHz');
    expect(textOf(html)).toBe('4.79290000(22) GHz');
    expect([...html.matchAll(/>(\d+)<\/span>/g)].map(([, group]) => group)).toEqual(['792', '900', '00']);
    expect(textOf(markup(1.2345, null, ''))).toBe('1.2345');
    expect(markup(1.2345, null, '').match(/<span/g)).toHaveLength(1);
  });

  it('a number on a page is read out with ±, and as it is where no uncertainty is known', () => {
    expect(breaking(markup(144.38, 1.9, 'us'))).toContain('role="img" aria-label="144.4 ± 1.9 µs"');
    expect(markup(144.38, null, 'us')).not.toContain('aria-label');
  });

  it('a number on a page is written by the one function for numbers', () => {
    const files = readdirSync(join(projectRoot, 'web'), { recursive: true, encoding: 'utf8' });
    const own = files
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => /\.to(Fixed|Precision|Exponential|LocaleString)\(|NumberFormat/.test(read(file)));
    expect(files.length).toBeGreaterThan(200);
    expect(own).toEqual([]);
  });

  const read = (file: string) => readFileSync(join(projectRoot, 'web', file), 'utf8');
});

describe('the cells of a map', () => {
  const shown = (values: readonly number[]) => {
    const figures = cellFigures(values);
    return [figures.start, ...values.map(figures.write)];
  };

  it.each([
    ['three digits tell them apart', [144.4, 98.31, 61.2], ['', '144', '98.3', '61.2']],
    ['three digits tell too few apart', [4.7912, 4.7925, 4.7958, 4.7931], ['4.79', '120', '250', '580', '310']],
    ['the common start ends at the point', [4.1021, 4.1024, 4.1023], ['4.102', '100', '400', '300']],
    ['rounding carries over the start', [4.79999, 4.79998, 4.79997], ['4.7999', '900', '800', '700']],
    ['they are negative', [-0.31041, -0.31042, -0.31043], ['−0.3104', '100', '200', '300']],
    ['they are equal', [5, 5, 5], ['', '5.00', '5.00', '5.00']],
    ['there is one', [4.79123], ['', '4.79']],
    ['they have no common start', [3.9996, 4.0001, 4.0003, 4.0004], ['', '4.00', '4.00', '4.00', '4.00']],
  ])('the cells of a map show three digits, or those after a common start: %s', (_, values, texts) => {
    expect(shown(values)).toEqual(texts);
  });

  it('the cells of a map show no digits after a common start where their number is without a legend', () => {
    expect(cellFigures([]).start).toBe('');
  });
});

describe('units', () => {
  it('units are those that people read: ZZ in kHz, anharmonicity in MHz, and fidelities as errors in %', () => {
    const units = (kind: 'qubit' | 'coupling', keys: string[]) =>
      keys.map((key) => displayOf(undefined, kind, key).unit);
    expect(units('coupling', ['static_zz_interaction', 'cz_gate_fidelity'])).toEqual(['kHz', '%']);
    expect(units('qubit', ['qubit_frequency', 'anharmonicity', 't1', 'x90_gate_time', 'hpi_amplitude'])).toEqual([
      'GHz',
      'MHz',
      'µs',
      'ns',
      '',
    ]);
    expect(displayOf(undefined, 'coupling', 'static_zz_interaction').toDrawn(0.000052)).toBe(52);
  });

  it.each([
    ['np.logspace', [2, Math.log10(500_000), 51], 'ns', '0.1 to 500 µs, 51 points, log'],
    ['np.arange', [0, 201, 4], 'ns', '0 to 200 ns, 51 points'],
    ['np.arange', [3, 5.75, 0.005], 'GHz', '3 to 5.745 GHz, 550 points'],
    ['np.linspace', [0, 0.2, 51], 'a.u.', '0 to 0.2, 51 points'],
    ['np.linspace', [-20, 20, 41], 'MHz', '−20 to 20 MHz, 41 points'],
    ['list', ['X90', 'Y90'], '', 'X90, Y90'],
    ['int', 1048576, 'ns', '1.048576 ms'],
    ['int', 153_600, 'ns', '153.6 µs'],
    ['float', 0.0125, 'GHz', '12.5 MHz'],
    ['str', 'readout', '', 'readout'],
  ])('a parameter of a run is told in words, never as a triple: %s %j %s is %s', (value_type, value, unit, text) => {
    expect(breaking(runParameterText('some', { value, value_type, unit }))).toBe(text);
  });
});

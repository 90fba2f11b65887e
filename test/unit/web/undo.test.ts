import { describe, expect, it } from 'vitest';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { metricDisplay } from '#shared/values/rules/cell/display.ts';
import { currentOffer, offerFrom } from '../../../web/projects/lib/undo/offer.ts';
import { offerText } from '../../../web/projects/lib/undo/words.ts';
import { farText } from '../../../web/values/lib/metrics/far-values.ts';

const answer = (entries: string) => new Response('{}', { headers: { 'undo-entries': entries } });

describe('the offer to undo', () => {
  it('an answer offers its entries in the project of its request, and an answer without any leaves the offer', () => {
    offerFrom(answer('a;exclude-task-result,b;exclude-task-result'), '/api/task-results/exclusions', {
      'x-project-id': 'p',
    });
    const entries = ['a', 'b'].map((id) => ({ id, action: 'exclude-task-result' }));
    expect(currentOffer()).toMatchObject({ projectId: 'p', entries });
    offerFrom(new Response('{}'), '/api/chips', { 'x-project-id': 'p' });
    expect(currentOffer()?.entries).toEqual(entries);
    offerFrom(answer('c;remove-member'), '/api/projects/other/members/ada', { 'x-project-id': 'p' });
    expect(currentOffer()).toMatchObject({ projectId: 'other' });
  });

  it('the requests of one act are offered together, and a later one alone', () => {
    const remove = (id: string, at: number) =>
      offerFrom(answer(`${id};remove-member`), '/api/projects/p/members/ada', {}, at);
    const ids = () => currentOffer()?.entries.map(({ id }) => id);
    remove('a', 100_000);
    remove('b', 104_000);
    expect(ids()).toEqual(['a', 'b']);
    remove('c', 109_500);
    expect(ids()).toEqual(['c']);
    offerFrom(answer('d;invite-member'), '/api/projects/p/members', {}, 109_600);
    expect(ids()).toEqual(['d']);
    offerFrom(answer('e;invite-member'), '/api/projects/q/members', {}, 109_700);
    expect(ids()).toEqual(['e']);
  });

  it('the message says what was done, and how many', () => {
    const of = (action: string, count = 1) =>
      offerText({ projectId: 'p', at: 0, entries: Array.from({ length: count }, (_, n) => ({ id: `${n}`, action })) });
    expect(of('exclude-task-result')).toBe('Result excluded');
    expect(of('exclude-task-result', 3)).toBe('3 results excluded');
    expect(of('something-new')).toBe('Something new');
  });
});

describe('a value that is far from the current one', () => {
  const value = (of: number, unit: string) =>
    ({ value: of, unit, error: null, calibrated_at: '2025-01-01T00:00:00Z', source: 'manual' }) as never;
  const t1 = metricDisplay(describeMetric('t1', 'qubit'));
  const gate = metricDisplay(describeMetric('cz_gate_fidelity', 'coupling'));

  it.each([
    [t1, '500', { t1: value(50, 'us') }, 'T1: 500 µs instead of 50 µs'],
    [t1, '5', { t1: value(50, 'us') }, 'T1: 5 µs instead of 50 µs'],
    [t1, '499', { t1: value(50, 'us') }, undefined],
    [t1, '5.1', { t1: value(50, 'us') }, undefined],
    [t1, '500', {}, undefined],
    [t1, 'soon', { t1: value(50, 'us') }, undefined],
    [gate, '5', { cz_gate_fidelity: value(0.995, '') }, 'CZ gate error: 5 % instead of 0.5 %'],
  ])('a value ten times the current one, or a tenth of it, is named with both: %#', (display, typed, data, text) => {
    const found = farText(display, { value: typed, error: '' }, { data })?.replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(found).toBe(text);
  });
});

import { describe, expect, it } from 'vitest';
import { parseResultFilter, resultFilterText, resultFilterWords } from '../../../web/results/lib/result-filter.ts';
import { type ResultsSearch, resultsRequest, resultsSearch } from '../../../web/results/lib/search.ts';
import { suggestFilters } from '../../../web/ui/lib/filters/typed-filters.ts';

const tasks = ['CheckT1', 'CheckT1Average', 'CheckRabi', 'CheckRamsey', 'ConfigureDevices'];
const read = (text: string) => parseResultFilter(text, tasks);

describe('the filter of task results in one field', () => {
  it('a part of the message, a target and what has a word are read in any order, and written as they are typed', () => {
    const search = {
      ...{ text: 'R² below 0.5', target: 'Q12', task: 'CheckT1', chip: 'torino' },
      status: 'failed',
      ...{ cooldown: 'CD-2026-11', from: '2026-11-01', through: '2026-11-20' },
    } satisfies ResultsSearch;
    const text =
      'R² below 0.5 Q12 task:CheckT1 status:failed chip:torino cooldown:CD-2026-11 since:2026-11-01 through:2026-11-20';
    expect(read(text)).toEqual({ search });
    expect(resultFilterText(search)).toBe(text);
    expect(
      read(
        'since:2026-11-01 R² status:failed below Q12 through:2026-11-20 chip:torino 0.5 task:T1 cooldown:CD-2026-11',
      ),
    ).toEqual({ search });
    expect(read('  ')).toEqual({ search: {} });
    expect(resultFilterText({ page: 2 })).toBe('');
  });

  it('a target needs no word where it is a qubit or a coupling by its name, and a number alone is of a message', () => {
    expect(['q3', 'Q3', '0-1'].map((typed) => read(typed))).toEqual(
      ['q3', 'Q3', '0-1'].map((target) => ({ search: { target } })),
    );
    expect(read('39')).toEqual({ search: { text: '39' } });
    expect(read('target:39')).toEqual({ search: { target: '39' } });
    // An address of before, which asks for the same.
    expect(resultFilterText(resultsSearch({ target: '39' }))).toBe('Q39');
    expect(resultsRequest({ target: 'Q39' }, 50, 'UTC').qid).toBe('39');
  });

  it('whatever an address asks of messages is read back from the field', () => {
    for (const text of ['no peak', 'status:failed', 'Q5', '0-1 is off', 'two  spaces', 'statsu:x', 'task: none', 'a:b'])
      expect(read(resultFilterText({ text }))).toEqual({ search: { text } });
    expect(resultFilterText({ text: 'no peak' })).toBe('no peak');
    expect(resultFilterText({ text: 'Q5' })).toBe('"Q5"');
  });

  it('a task is named by its name in any case, without Check, or by a part that no other has', () => {
    const asked = (typed: string) => read(`task:${typed}`);
    for (const [typed, task] of [
      ['T1', 'CheckT1'],
      ['checkrabi', 'CheckRabi'],
      ['average', 'CheckT1Average'],
      ['rams', 'CheckRamsey'],
    ] as const)
      expect(asked(typed)).toEqual({ search: { task } });
    expect(asked('Ra')).toEqual({ problem: "'Ra' is of several tasks: CheckT1Average, CheckRabi, CheckRamsey" });
    const many = Array.from({ length: 8 }, (_, n) => `CheckGate${n}`);
    expect(parseResultFilter('task:gate', many)).toMatchObject({
      problem: expect.stringMatching(/CheckGate4 and 3 more$/),
    });
    expect(asked('CheckRabbi')).toEqual({ problem: "No task 'CheckRabbi'; did you mean 'CheckRabi'?" });
    // Before the names are there, and where a project has none.
    expect(parseResultFilter('task:Old', [])).toEqual({ search: { task: 'Old' } });
  });

  it('what a word cannot say, and a word that is none, are named', () => {
    expect(read('status:done')).toMatchObject({
      problem: expect.stringContaining("'done' is not a status. Use scheduled"),
    });
    for (const date of ['yesterday', '2026-02-30'])
      expect(read(`since:${date}`)).toEqual({ problem: `'${date}' is not a date such as 2026-11-20` });
    expect(read('since:2026-11-20 through:2026-11-19')).toEqual({
      problem: "'since:2026-11-20' is after 'through:2026-11-19'",
    });
    expect(read('status:failed status:completed')).toMatchObject({ problem: expect.stringContaining("'status:'") });
    expect(read('Q1 Q2')).toMatchObject({ problem: expect.stringContaining("'target:'") });
    expect(read('chip:')).toEqual({ problem: "'chip:' says nothing" });
    expect(read('statsu:failed')).toEqual({ problem: "No filter 'statsu'; did you mean 'status'?" });
    expect(read('x'.repeat(201))).toMatchObject({ problem: expect.stringContaining('200') });
    expect(read(`target:${'x'.repeat(130)}`)).toMatchObject({ problem: expect.stringContaining('129') });
  });

  it('suggestions go on from what is typed', () => {
    const known = { task: tasks, status: ['failed'] };
    expect(suggestFilters('peak rabi', resultFilterWords, known)).toEqual(['peak task:CheckRabi']);
    expect(suggestFilters('peak task:CheckRabi ', resultFilterWords, known)).toEqual([
      'peak task:CheckRabi status:failed',
    ]);
  });
});

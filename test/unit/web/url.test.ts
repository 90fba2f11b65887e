import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asOfChoice, asOfDate, asOfParameter, validAsOf } from '../../../web/ui/lib/url/as-of.ts';
import { loginAddress, loginSearch } from '../../../web/ui/lib/url/login-search.ts';
import { choiceParam, pageParam, parseSearch, stringifySearch } from '../../../web/ui/lib/url/search-params.ts';
import { dashboardSearch } from '../../../web/ui/lib/url/search-types.ts';
import { unknownIn, unknownName } from '../../../web/ui/lib/url/unknown.ts';

describe('search parameters', () => {
  it('search parameters come back as the texts they were, whatever an id contains', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, text, (chip, target) => {
        expect(parseSearch(stringifySearch({ chip, target, sort: undefined }))).toEqual({ chip, target });
      }),
    );
  });

  it('search parameters that look like numbers or JSON stay texts', () => {
    expect(parseSearch('?chip=007&target=true&sort={}')).toEqual({ chip: '007', target: 'true', sort: '{}' });
  });

  it('search parameters restore a dashboard and drop what makes no sense', () => {
    const url = '?chip=torino&qubit=t1&as_of=2025-02-26&cooldown=cd-1&layer=coupling&target=0-1&sort=-value&x=log';
    expect(dashboardSearch(parseSearch(url))).toEqual({
      chip: 'torino',
      qubit: 't1',
      coupling: undefined,
      as_of: '2025-02-26',
      cooldown: 'cd-1',
      layer: 'coupling',
      target: '0-1',
      sort: '-value',
      x: 'log',
    });
    expect(dashboardSearch({ layer: 'mux', x: 'cubic' })).toEqual(dashboardSearch({}));
  });

  it('search parameters of a login lead back into the application and nowhere else', () => {
    expect(loginSearch({ return: '/chips?page=2' }).return).toBe('/chips?page=2');
    for (const address of [
      ...['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''],
      ...['/\t/evil.example', '/\n\\evil.example', '/\r\n//evil.example'],
    ])
      expect(loginSearch({ return: address }).return).toBeUndefined();
  });
});

describe('as of', () => {
  it("a view as of a time asks for nothing, the newest value, an instant, or the end of a day of the service's zone", () => {
    const newest = '2025-02-25T17:20:11.000Z';
    const asked = [undefined, 'newest', '2025-02-25T10:00:00Z', '2025-02-26'];
    expect(asked.map((text) => asOfParameter(text, newest, 'Asia/Tokyo'))).toEqual([
      undefined,
      newest,
      '2025-02-25T10:00:00Z',
      '2025-02-26T14:59:59.999Z',
    ]);
    expect(asOfParameter('newest', null, 'UTC')).toBeUndefined();
  });

  it("a view as of a time shows the date of what was chosen in the service's zone", () => {
    const chosen = [undefined, 'newest', '2025-02-26', '2025-02-26T20:00:00Z'];
    expect(chosen.map((text) => asOfDate(text, 'Asia/Tokyo'))).toEqual(['', '', '2025-02-26', '2025-02-27']);
  });

  it('a view is as of now, of the newest value or of a date', () => {
    expect([undefined, 'newest', '2025-02-26'].map(asOfChoice)).toEqual(['now', 'newest', 'date']);
  });

  it('a view as of a time takes dates and instants only', () => {
    expect(['2025-02-26', '2025-02-26T10:00:00Z', 'newest'].map(validAsOf)).not.toContain(undefined);
    expect(['2025-13-01', '2025-02-30', 'now', '', 5].map(validAsOf)).toEqual(Array(5).fill(undefined));
  });
});

describe('the address of the login', () => {
  it('the address of the login keeps the page that was wanted, and leads nowhere else', () => {
    for (const wanted of ['/chips/a?x=1#y', '/execution'])
      expect(loginSearch(parseSearch(loginAddress({ return: wanted }).slice('/login'.length)))).toEqual({
        return: wanted,
      });
    expect(loginAddress({})).toBe('/login');
    for (const evil of ['//evil.org', '/\\evil.org', 'https://evil.org', 'javascript:alert(1)'])
      expect(loginSearch({ return: evil }).return).toBeUndefined();
  });
});

describe('what an address has and its page does not know', () => {
  const read = (raw: Record<string, unknown>) => ({
    page: pageParam(raw.page),
    x: choiceParam(raw.x, ['log'] as const),
  });

  it('what a page does not know is named as it is in the address: a name, or a value that makes no sense', () => {
    expect(unknownIn({ page: '3', x: 'cubic', colour: 'red' }, read)).toEqual(['x=cubic', 'colour=red']);
    expect(unknownIn({ page: 'first', x: 'log' }, read)).toEqual(['page=first']);
  });

  it('a first page, and a parameter without a value, are not unknown ones', () => {
    expect(unknownIn({ page: '1', x: '' }, read)).toEqual([]);
    expect(unknownIn({ colour: '1' }, read)).toEqual(['colour=1']);
  });

  it('a name that is not there is told with the one that it may mean and the one that is shown', () => {
    expect(unknownName('task', 'CheckTI', ['CheckT1', 'CheckRabi'], 'CheckRabi')).toBe(
      "No task 'CheckTI'; did you mean 'CheckT1'? Showing CheckRabi",
    );
    expect(unknownName('task', 'x', [], undefined)).toBe("No task 'x'. Showing none");
    for (const known of [undefined, 'CheckT1']) expect(unknownName('task', known, ['CheckT1'], 'CheckT1')).toBe('');
  });
});

import { describe, expect, test } from 'vitest';
import { changesSince, changeText, formChanges, idle, unagreed } from '#test/forms/form-changes.ts';
import { releasedForms } from '#test/forms/released-forms.ts';
import { type Forms, formsOf, joinAttributes } from '#test/forms/stored-forms.ts';

const released = releasedForms();
if (!released) throw new Error('docs/storage/released.json is missing: make it by `npm run release:forms`');

describe('the forms of stored items', () => {
  test('the last release reads what this version writes over it, and every present form of a version that it knows', () => {
    const changes = changesSince(released.kinds, { released: formsOf('released'), present: formsOf('present') });
    expect(unagreed(changes).map(changeText)).toEqual([]);
    expect(idle(changes)).toEqual([]);
  });

  test('the comparison sees every kind of the last release, and each version that it reads', () => {
    const newer = Object.fromEntries(
      Object.entries(released.kinds).map(([name, { reads }]) => [
        name,
        { reads: reads + 1, writes: { [reads + 1]: {} } },
      ]),
    );
    expect(Object.keys(released.kinds).length).toBeGreaterThan(40);
    expect(formChanges(released.kinds, newer).map(({ kind }) => kind)).toEqual(Object.keys(released.kinds));
  });

  test('each kind reads every version that it writes', () => {
    const unread = Object.entries(formsOf('present')).flatMap(([kind, { reads, writes }]) =>
      Object.keys(writes).flatMap((v) => (Number(v) > reads ? [`${kind} writes ${v} and reads up to ${reads}`] : [])),
    );
    expect(unread).toEqual([]);
  });

  test('the forms of this version do not depend on when they are looked at', () => {
    expect(formsOf('present')).toEqual(formsOf('present'));
  });
});

test('an attribute is optional and of either type if two forms of one version differ in it', () => {
  const one = { size: 'N', note: 'M?', mark: 'N', name: 'S' };
  const other = { size: 'N', note: 'M', name: 'NULL|S' };
  expect(joinAttributes(one, other)).toEqual({ size: 'N', note: 'M?', mark: 'N?', name: 'NULL|S' });
});

describe('the forms of two releases', () => {
  const last: Forms = { chip: { reads: 2, writes: { 1: { size: 'N' }, 2: { size: 'N', parts: 'M' } } } };
  const released: Forms = { chip: { reads: 3, writes: { 1: { size: 'N' } } } };
  const present = (writes: Forms[string]['writes']): Forms => ({ chip: { reads: 3, writes } });

  test.each<[string, Forms, string[]]>([
    ['a present version that the last release does not know is accepted', present({ 3: {} }), []],
    ['a present version as the last release writes it is accepted', present({ 2: { size: 'N', parts: 'M' } }), []],
    [
      'a change within a version that the last release knows is found',
      present({ 2: { size: 'N' } }),
      ["chip lacks 'parts'"],
    ],
  ])('while an older form is still written, %s', (_, forms, expected) => {
    expect(changesSince(last, { released, present: forms }).map(changeText)).toEqual(expected);
  });

  test('a change of both forms is named once', () => {
    const changed: Forms = { chip: { reads: 2, writes: { 1: {} } } };
    expect(changesSince(last, { released: changed, present: changed }).map(changeText)).toEqual(["chip lacks 'size'"]);
  });
});

describe('a change of a form', () => {
  const last: Forms = { chip: { reads: 2, writes: { 2: { size: 'N', name: 'S|NULL', note: 'M?' } } } };
  const form = (writes: Forms[string]['writes'], reads = 2): Forms => ({ chip: { reads, writes } });
  const same = { size: 'N', name: 'S|NULL', note: 'M?' };

  test.each<[string, Forms, string[]]>([
    ['nothing', form({ 2: same }), []],
    ['another kind', { ...form({ 2: same }), wafer: { reads: 1, writes: { 1: {} } } }, []],
    ['another attribute', form({ 2: { ...same, wafer: 'S' } }), []],
    ['an attribute that is always there now', form({ 2: { ...same, note: 'M' } }), []],
    ['an optional attribute that is not written any more', form({ 2: { size: 'N', name: 'S' } }), []],
    ['a version that is only read', form({ 2: same }, 3), []],
    ['an older version', form({ 1: {} }), []],
    ['a newer version', form({ 3: same }, 3), ['chip writes version 3, and the last release reads up to 2']],
    ['a version that is not read any more', form({}, 1), ['chip reads up to 1, and the last release writes version 2']],
    ['a kind that is gone', {}, ['chip is gone, and items of it may be there']],
    ['an attribute that is gone', form({ 2: { name: 'S', note: 'M?' } }), ["chip lacks 'size'"]],
    ['an attribute that may be absent', form({ 2: { ...same, size: 'N?' } }), ["chip may lack 'size'"]],
    ['another type', form({ 2: { ...same, size: 'N|S' } }), ["chip has 'size' as S, which was N"]],
  ])('the comparison with the last release judges %s', (_, present, expected) => {
    expect(formChanges(last, present).map(changeText)).toEqual(expected);
  });
});

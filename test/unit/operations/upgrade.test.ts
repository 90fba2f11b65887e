import { describe, expect, test } from 'vitest';
import { differences } from '#scripts/emulator/lib/kept-answers.ts';
import { lostBetween } from '#scripts/emulator/lib/kept-resources.ts';

const [strict, grown] = [{ isGrown: false }, { isGrown: true }];

describe('answers before and after an upgrade', () => {
  const before = { chips: [{ id: 'b', size: 4 }], total: 1, note: null, complete_until: 'then' };

  test('answers that say more than before are not differences, nor is the instant of a read', () => {
    expect(differences(before, { ...before, complete_until: 'now', more: 1 }, strict)).toEqual([]);
  });

  test('answers that lack something, or say it otherwise, differ by its path', () => {
    const after = { chips: [{ id: 'b', size: 5 }], total: 2, note: 'x' };
    expect(differences(before, after, strict)).toEqual([
      '.chips[0].size: 4, now 5',
      '.total: 1, now 2',
      '.note: null, now "x"',
    ]);
    expect(differences(before, undefined, strict)).toContain('.total: 1, now undefined');
  });

  test('answers to which something was written have it alongside what was there', () => {
    const after = { chips: [{ id: 'a' }, { id: 'b', size: 4 }], total: 2, note: 'x' };
    expect(differences(before, after, grown)).toEqual([]);
    expect(differences(before, { ...after, chips: [{ id: 'a' }] }, grown)).not.toEqual([]);
  });
});

describe('templates before and after an upgrade', () => {
  const table = (properties: Record<string, unknown>) => ({ Type: 'AWS::DynamoDB::Table', Properties: properties });
  const data = (properties: Record<string, unknown>, exports: string[] = ['data:Table']) => ({
    Resources: { Table: table(properties) },
    Outputs: Object.fromEntries(exports.map((name, n) => [`Export${n}`, { Export: { Name: name } }])),
  });
  const service = {
    Resources: { F: { Type: 'AWS::Lambda::Function', Properties: { a: { 'Fn::ImportValue': 'data:Table' } } } },
  };
  const before = { data: data({ KeySchema: ['pk'], BillingMode: 'x' }), service };

  test('templates of which one changes what can be changed lose nothing', () => {
    expect(lostBetween(before, { data: data({ KeySchema: ['pk'], BillingMode: 'y' }) })).toEqual([]);
  });

  test('templates lose a table whose keys are others, or that is gone', () => {
    expect(lostBetween(before, { data: data({ KeySchema: ['id'] }) })).toEqual([
      'AWS::DynamoDB::Table Table is made anew for its KeySchema',
    ]);
    expect(lostBetween(before, { data: { ...before.data, Resources: {} } })).toEqual([
      'AWS::DynamoDB::Table Table is gone',
    ]);
  });

  test('templates lose an export that the other stack imports still', () => {
    expect(lostBetween(before, { data: data({ KeySchema: ['pk'] }, ['data:Other']) })).toEqual([
      '"data:Table" is no longer exported',
    ]);
  });
});

import { expect, it } from 'vitest';
import { formFields } from '../../../web/flows/lib/form-fields.ts';

it('a form is drawn in its order: numbers, texts, choices and yes or no have fields, the rest is JSON', () => {
  const form = {
    properties: {
      note: { type: 'string', description: 'Why' },
      shots: { type: 'integer', default: 1024 },
      kind: { enum: ['fast', 'slow'], default: 'fast' },
      dry: { type: 'boolean' },
      delay: { type: 'array', default: [0, 1] },
      own: { type: 'integer' },
    },
  };
  const plain = (name: string, type: 'int' | 'str', values: number[] = []) => ({
    ...{ name, value_type: type, unit: '', description: '', values, accepts: 'a number' },
  });
  const own = [{ name: 'own', kind: 'number' as const, initial: '3' }];
  const parameters = [plain('note', 'str'), plain('shots', 'int', [1024]), plain('own', 'int')];
  const fields = formFields({ form, run_parameters: parameters }, own);
  expect(fields.map(({ name, kind, initial, choices }) => [name, kind, initial, choices])).toEqual([
    ['note', 'text', '', undefined],
    ['shots', 'number', '', undefined],
    ['kind', 'text', '', ['fast', 'slow']],
    ['dry', 'boolean', 'false', undefined],
    ['delay', 'json', '[0,1]', undefined],
  ]);
  expect(fields.map(({ hint }) => hint)).toEqual([
    '',
    expect.stringContaining('unless given'),
    '"fast" unless given',
    undefined,
    undefined,
  ]);
});

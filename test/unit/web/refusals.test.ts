import { expect, it } from 'vitest';
import { ApiError } from '#shared/api/client.ts';
import { errorText } from '../../../web/ui/lib/api/api.ts';
import { fieldText } from '../../../web/ui/lib/format/words.ts';

it('a refused field is named in words, and no part of a path is shown', () => {
  expect(fieldText('body.parameters.qids.0')).toBe('parameters, qids, no. 1');
  expect(fieldText('query.start_at')).toBe('start at');
  expect(fieldText('body')).toBe('');
  expect(fieldText('props.qubits[0][0].value')).toBe('props.qubits[0][0].value');
});

it('a refusal of one field says which and why, of several that there are some, and any other is as the service says it', () => {
  const name = { path: 'body.display_name', message: 'must be at most 64 characters' };
  const refused = (...errors: (typeof name)[]) =>
    errorText(new ApiError(400, 'Invalid request: body.display_name: must be at most 64 characters', { errors }));
  expect(refused(name)).toBe('display name: must be at most 64 characters');
  expect(refused(name, { ...name, path: 'body.role' })).toBe('Some of this is not accepted');
  expect(errorText(new ApiError(404, "Run 'x' not found"))).toBe("Run 'x' not found");
});

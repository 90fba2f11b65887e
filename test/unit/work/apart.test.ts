import { expect, test } from 'vitest';
import { apart } from '#shared/work/verbs/apart.ts';

test('a part that fails keeps no other from being done, and the error names all that failed', async () => {
  const done: string[] = [];
  const logged: unknown[] = [];
  const ignore = () => undefined;
  const error = (_message: string, fields: unknown) => void logged.push(fields);
  const log = { debug: ignore, info: ignore, warn: ignore, error, access: ignore, measure: ignore };
  const part = (name: string, fails = false) => ({
    name,
    work: async () => {
      if (fails) throw new Error(`no ${name}`);
      done.push(name);
    },
  });
  const parts = [part('locks', true), part('days'), part('spans', true), part('images')];
  for (const width of [1, 4]) {
    done.length = 0;
    logged.length = 0;
    await expect(apart({ log }, parts, width)).rejects.toThrow('Failed: locks, spans; see the log');
    expect(done).toEqual(['days', 'images']);
    expect(logged).toEqual([
      { entity: 'locks', reason: 'Error: no locks' },
      { entity: 'spans', reason: 'Error: no spans' },
    ]);
  }
  await expect(apart({ log }, [part('days')])).resolves.toBeUndefined();
});

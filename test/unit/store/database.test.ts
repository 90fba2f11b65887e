import { expect, test } from 'vitest';
import { localClient } from '#local/engine/client.ts';
import { openDatabase } from '#shared/store/dynamodb/database.ts';

test('a database copies no request and no answer for a logger of the SDK', () => {
  const client = localClient('http://127.0.0.1:1');
  const middlewares = () => client.middlewareStack.identify().filter((name) => name.startsWith('loggerMiddleware'));
  expect(middlewares()).toHaveLength(1);
  expect(openDatabase(client, 'table').client).toBe(client);
  expect(middlewares()).toEqual([]);
});

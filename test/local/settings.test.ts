import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseSettings, UsageError } from '#local/settings.ts';

describe('the settings of npm start', () => {
  test('the settings of npm start have the documented defaults', () => {
    expect(parseSettings([], {})).toEqual({
      port: 3000,
      dataDirectory: resolve('.local'),
      adminPassword: undefined,
      dynamodbEndpoint: undefined,
      demo: false,
      reset: false,
      help: false,
    });
  });

  test('the settings of npm start come from arguments and environment; an empty variable is an absent one', () => {
    const env = { PORT: '8080', FIDUCIAL_DATA_DIR: '/data', SERVICE_ADMIN_PASSWORD: 'p', DYNAMODB_ENDPOINT: '' };
    expect(parseSettings(['--demo', '--reset'], env)).toMatchObject({
      port: 8080,
      dataDirectory: '/data',
      adminPassword: 'p',
      dynamodbEndpoint: undefined,
      demo: true,
      reset: true,
    });
  });

  test.each([
    [['extra'], {}],
    [['--Demo'], {}],
    [[], { PORT: '70000' }],
    [[], { PORT: '-1' }],
    [[], { PORT: '80.5' }],
    [['--reset'], { DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000' }],
  ])('npm start refuses %j with %j', (args, env) => {
    expect(() => parseSettings(args, env)).toThrow(UsageError);
  });
});

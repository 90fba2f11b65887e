import { describe, expect, test } from 'vitest';
import { keepsAccounts, loadConfig } from '#shared/kernel/config.ts';

describe('the settings of the service', () => {
  test('settings of the service are their defaults where a variable is absent or empty', () => {
    const { tokenLifetimeSeconds, workerWindowSeconds, responseCheckShare, strictResponses } = loadConfig({
      WORKER_WINDOW_SECONDS: '',
    });
    expect([tokenLifetimeSeconds, workerWindowSeconds, responseCheckShare]).toEqual([43_200, 120, 0.01]);
    expect(strictResponses).toBe(false);
  });

  test('settings of the service are taken from the variables, up to their bounds', () => {
    const { workerWindowSeconds, responseCheckShare } = loadConfig({
      WORKER_WINDOW_SECONDS: '3600',
      RESPONSE_CHECK_SHARE: '0',
    });
    expect([workerWindowSeconds, responseCheckShare]).toEqual([3600, 0]);
  });

  test('the quotas of a project have defaults, and 0 and none set no limit', () => {
    expect(loadConfig({ PROJECT_ROWS: '' }).quotas).toEqual({ fileBytes: 50e9, rows: 20e6 });
    expect(loadConfig({ PROJECT_FILE_BYTES: '1000', PROJECT_ROWS: 'none' }).quotas).toEqual({ fileBytes: 1000 });
    expect(loadConfig({ PROJECT_FILE_BYTES: '0' }).quotas.fileBytes).toBeUndefined();
    for (const value of ['-1', '1.5', 'much'])
      expect(() => loadConfig({ PROJECT_ROWS: value })).toThrow(
        `PROJECT_ROWS '${value}' is neither an integer of 0 or more nor 'none'`,
      );
  });

  test('a cell has a name of its own where there are several, and only the cell home keeps accounts', () => {
    const kept = (CELL: string) => keepsAccounts(loadConfig({ CELL }));
    expect(['', 'home', 'north-2'].map(kept)).toEqual([true, true, false]);
    for (const name of ['North', '2', 'a'.repeat(21), 'a b'])
      expect(() => loadConfig({ CELL: name })).toThrow(`CELL '${name}' is not a name`);
  });

  test('the limits of callers have defaults of one machine, and a malformed one is named', () => {
    expect(loadConfig({}).limits).toMatchObject({ tableReadUnits: 600_000, projectShare: 0.1, userShare: 0.5 });
    expect(loadConfig({ LIMIT_TABLE_READ_UNITS: '12000', LIMIT_PROJECT_SHARE: '0' }).limits).toMatchObject({
      tableReadUnits: 12_000,
      projectShare: 0,
    });
    expect(() => loadConfig({ LIMIT_USER_SHARE: '2' })).toThrow("LIMIT_USER_SHARE '2' is not a number from 0 to 1");
    expect(() => loadConfig({ LIMIT_EXPORTS_PER_HOUR: 'many' })).toThrow('LIMIT_EXPORTS_PER_HOUR');
  });

  test('the name of the table has a default on one machine alone, and is refused where it is empty', () => {
    expect(loadConfig({}).tableName).toBe('fiducial');
    expect(loadConfig({ TABLE_NAME: 'lab', AWS_LAMBDA_FUNCTION_NAME: 'chips' }).tableName).toBe('lab');
    expect(() => loadConfig({ TABLE_NAME: '' })).toThrow('TABLE_NAME is empty');
    expect(() => loadConfig({ AWS_LAMBDA_FUNCTION_NAME: 'chips' })).toThrow(
      "TABLE_NAME is missing: the function 'chips' has no table",
    );
  });

  test.each([
    ['TOKEN_LIFETIME_SECONDS', '59', 'an integer of 60 or more'],
    ['WORKER_WINDOW_SECONDS', '1', 'an integer from 2 to 3600'],
    ['WORKER_WINDOW_SECONDS', '2.5', 'an integer from 2 to 3600'],
    ['RESPONSE_CHECK_SHARE', '1.1', 'a number from 0 to 1'],
    ['RESPONSE_CHECK_SHARE', 'half', 'a number from 0 to 1'],
  ])('the setting %s is refused with its value when it is %s', (name, value, allowed) => {
    expect(() => loadConfig({ [name]: value })).toThrow(`${name} '${value}' is not ${allowed}`);
  });
});

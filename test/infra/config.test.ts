import { describe, expect, it } from 'vitest';
import { loadDeploymentConfig } from '#infra/config.ts';

const read = (context: Record<string, unknown>, env: Record<string, string> = {}) =>
  loadDeploymentConfig((key) => context[key], env);

describe('configuration of a deployment', () => {
  it('is dev unless the context names another environment', () => {
    expect(read({})).toMatchObject({ environment: 'dev', protectData: false });
    expect(read({ environment: 'local' })).toMatchObject({ environment: 'local', protectData: false });
  });

  it('protects data and admits only the distribution in prod', () => {
    expect(read({ environment: 'prod' })).toMatchObject({ protectData: true, originHeader: true });
  });

  it('refuses an unknown environment by its name and lists those there are', () => {
    expect(() => read({ environment: 'staging' })).toThrow("Unknown environment 'staging': one of dev, prod, local");
  });

  it('takes a value from the environment in cdk.json over its default, and one from the command line over both', () => {
    const environments = { prod: { logLevel: 'WARN', adminUsername: 'root' } };
    const config = read({ environment: 'prod', environments, logLevel: 'ERROR' });
    expect(config).toMatchObject({ logLevel: 'ERROR', adminUsername: 'root' });
    expect(read({ environment: 'dev', environments }).logLevel).toBe('INFO');
  });

  it('reads numbers and flags that the command line gives as text', () => {
    const config = read({ throttleBurst: '7', logRetentionDays: '90', protectData: 'true', originHeader: 'false' });
    expect(config).toMatchObject({ throttleBurst: 7, logRetentionDays: 90, protectData: true, originHeader: false });
  });

  it.each([
    ['logRetentionDays', 8, 'logRetentionDays is not one of'],
    ['logLevel', 'LOUD', 'logLevel'],
    ['publicUrl', 'lab.example', 'publicUrl'],
    ['protectData', 'perhaps', 'protectData'],
    ['memorySizeMegabytes', 64, 'memorySizeMegabytes'],
  ])('refuses a malformed %s and names it', (key, value, message) => {
    expect(() => read({ [key]: value })).toThrow(message);
  });

  it('refuses a setting in cdk.json that it does not know', () => {
    expect(() => read({ environments: { dev: { adminUserName: 'x' } } })).toThrow('adminUserName');
  });

  it('takes account and region from the CDK CLI, and neither when absent', () => {
    const env = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-central-1' };
    expect(read({}, env)).toMatchObject({ account: '111122223333', region: 'eu-central-1' });
    expect(read({})).toMatchObject({ account: undefined, region: undefined });
  });
});

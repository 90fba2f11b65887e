import { describe, expect, it } from 'vitest';
import { reservedInAll, sliceCeiling } from '#infra/concurrency.ts';
import { loadDeploymentConfig } from '#infra/config.ts';
import { streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';

const read = (context: Record<string, unknown>, env: Record<string, string> = {}) => loadDeploymentConfig(context, env);

describe('configuration of a deployment', () => {
  it('a deployment is dev unless the context names another environment', () => {
    expect(read({})).toMatchObject({ environment: 'dev', protectData: false });
    expect(read({ environment: 'local' })).toMatchObject({ environment: 'local', protectData: false });
  });

  it('a deployment to prod protects data and admits only the distribution', () => {
    expect(read({ environment: 'prod' })).toMatchObject({ protectData: true, originHeader: true });
  });

  it('an unknown environment is refused by its name, and those there are listed', () => {
    expect(() => read({ environment: 'staging' })).toThrow("Unknown environment 'staging': one of dev, prod, local");
  });

  it('a setting of cdk.json goes before its default, and one of the command line before both', () => {
    const environments = { prod: { logLevel: 'WARN', adminUsername: 'root' } };
    const config = read({ environment: 'prod', environments, logLevel: 'ERROR' });
    expect(config).toMatchObject({ logLevel: 'ERROR', adminUsername: 'root' });
    expect(read({ environment: 'dev', environments }).logLevel).toBe('INFO');
  });

  it('numbers and flags that the command line gives as text are read', () => {
    const config = read({ throttleBurst: '7', logRetentionDays: '90', protectData: 'true', originHeader: 'false' });
    expect(config).toMatchObject({ throttleBurst: 7, logRetentionDays: 90, protectData: true, originHeader: false });
  });

  it.each([
    ['logRetentionDays', 8, 'logRetentionDays is not one of'],
    ['logLevel', 'LOUD', 'logLevel'],
    ['publicUrl', 'lab.example', 'publicUrl'],
    ['cell', 'North', 'cell is neither empty nor a name'],
    ['protectData', 'perhaps', 'protectData'],
    ['memorySizeMegabytes', 64, 'memorySizeMegabytes'],
    ['responseCheckShare', 1.5, 'responseCheckShare'],
    ['certificateArn', 'arn:aws:sns:us-east-1:1:x', 'certificateArn'],
    ['alarmTopicArn', 'ops@lab.example', 'alarmTopicArn'],
    ['alarmEmail', 'ops', 'alarmEmail'],
    ['firewallRequestsPerFiveMinutes', 5, 'firewallRequestsPerFiveMinutes is neither 0 nor 10 or more'],
    ['rawDataColdDays', 7, 'rawDataColdDays is neither 0 nor 30 or more'],
    ['rawDataExpiryDays', -1, 'rawDataExpiryDays'],
    ['figuresColdDays', -1, 'figuresColdDays'],
    ['resultsKeptMonths', 0.5, 'resultsKeptMonths'],
    ['projectFileBytes', -1, 'projectFileBytes'],
    ['projectRows', 'much', 'projectRows'],
    ['projectShare', 1.1, 'projectShare'],
    ['userShare', 'half', 'userShare is not a number'],
    ['tableReadUnitsPerSecond', -1, 'tableReadUnitsPerSecond'],
    ['concurrencyQuota', 1.5, 'concurrencyQuota'],
    ['emailSender', 'fiducial', 'emailSender'],
    ['reservedConcurrency', '', 'reservedConcurrency is not a number'],
    ['backupDays', 'all', 'backupDays is not a number'],
    ['throttleBurst', '1e3', 'throttleBurst is not a number'],
    ['backupDays', '1.5', 'backupDays'],
    ['calendarTimeZone', 'Asia/Edo', 'calendarTimeZone is not an IANA time zone'],
    ['adminUsername', 'The Boss', 'adminUsername is not a username'],
    ['oidcIssuer', 'http://sso.lab.example', 'oidcIssuer'],
    ['oidcClientSecretArn', 'the-secret-itself', 'oidcClientSecretArn'],
    ['oidcGroupRoles', [{ group: 'qc', role: 'editor' }], 'oidcGroupRoles has {"group":"qc","role":"editor"}'],
  ])('a deployment refuses a malformed %s and names it', (key, value, message) => {
    expect(() => read({ [key]: value })).toThrow(message);
  });

  it('a deployment refuses a certificate without a host to serve, and raw data that is deleted before it is moved', () => {
    const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/0';
    expect(() => read({ certificateArn })).toThrow('certificateArn needs a publicUrl');
    expect(read({ certificateArn, publicUrl: 'https://lab.example' }).certificateArn).toBe(certificateArn);
    expect(() => read({ rawDataColdDays: 60, rawDataExpiryDays: 60 })).toThrow('rawDataExpiryDays is not after');
  });

  it('the ceiling of slices and what is reserved fit into the quota, and a reservation that does not is refused', () => {
    const quota = (settings: Record<string, unknown>) => {
      const config = read(settings);
      return [sliceCeiling(config), reservedInAll(config)];
    };
    expect(quota({})).toEqual([0, 0]);
    expect(quota({ concurrencyQuota: 10 })).toEqual([0, 0]);
    expect(quota({ concurrencyQuota: 1000 })).toEqual([180, 180]);
    const elsewhere = 5 * (streamConsumers.length + 2);
    const ceiling = Math.floor((900 - elsewhere) / 5);
    expect(quota({ concurrencyQuota: 1000, reservedConcurrency: 5 })).toEqual([ceiling, ceiling + elsewhere]);
    expect(() => read({ concurrencyQuota: 105, reservedConcurrency: 5 })).toThrow(
      'reservedConcurrency leaves fewer than 100 of concurrencyQuota',
    );
  });

  it('a recipient without alarms, and two kinds of recipients, are refused', () => {
    expect(() => read({ alarmEmail: 'ops@lab.example' })).toThrow("alarms is 'none', so no alarm can be sent");
    const alarmTopicArn = 'arn:aws:sns:eu-central-1:111122223333:lab-alarms';
    expect(() => read({ environment: 'prod', alarmTopicArn, alarmEmail: 'ops@lab.example' })).toThrow(
      'alarmEmail cannot be combined with alarmTopicArn',
    );
  });

  it('an incomplete sign-in provider, and a deployment without any way to sign in, are refused', () => {
    const oidcIssuer = 'https://sso.lab.example';
    const publicUrl = 'https://qubits.lab.example';
    expect(() => read({ oidcIssuer, oidcClientId: 'fiducial' })).toThrow('oidcIssuer needs a publicUrl');
    expect(() => read({ oidcIssuer, publicUrl })).toThrow('oidcClientId and oidcIssuer are given together');
    expect(() => read({ passwordSignIn: 'false' })).toThrow('passwordSignIn is false without an oidcIssuer');
    const whole = read({ oidcIssuer, publicUrl, oidcClientId: 'fiducial', passwordSignIn: 'false' });
    expect(whole).toMatchObject({ passwordSignIn: false, oidcGroupsClaim: 'groups' });
  });

  it('search and firewall, which cost more than the rest together, are only deployed on request', () => {
    expect(read({ environment: 'prod' })).toMatchObject({ search: 'none', firewallRequestsPerFiveMinutes: 0 });
  });

  it('a quota of a project is a number, or none', () => {
    expect(read({ projectFileBytes: 'none', projectRows: '5' })).toMatchObject({ projectFileBytes: 0, projectRows: 5 });
    expect(read({})).toMatchObject({ projectFileBytes: 50_000_000_000, projectRows: 20_000_000 });
  });

  it('a setting of cdk.json or the command line that nothing knows is refused, with the nearest name', () => {
    expect(() => read({ alarmEmial: 'ops@lab.example' })).toThrow(
      "Unknown setting 'alarmEmial'; did you mean 'alarmEmail'?",
    );
    expect(() => read({ zzz: '1' })).toThrow(/^Unknown setting 'zzz'$/);
    expect(() => read({ environments: { dev: { adminUserName: 'x' } } })).toThrow(
      "cdk.json: environment 'dev' has an unknown setting 'adminUserName'; did you mean 'adminUsername'?",
    );
    expect(() => read({ environments: { prd: {} } })).toThrow(
      "cdk.json: unknown environment 'prd'; did you mean 'prod'?",
    );
    expect(() => read({ environments: { prod: { alarmEmial: '' } } })).toThrow(
      "environment 'prod' has an unknown setting",
    );
  });

  it('keys of CDK in the context are not settings', () => {
    const ofCdk = {
      '@aws-cdk/core:newStyleStackSynthesis': true,
      '@aws-cdk-containers/ecs-service-extensions:enableDefaultLogDriver': true,
      'aws-cdk:enableDiffNoFail': 'true',
      'aws:cdk:version-reporting': false,
      'cli-telemetry': false,
      'availability-zones:account=111122223333:region=eu-central-1': ['eu-central-1a'],
    };
    expect(read(ofCdk)).toEqual(read({}));
  });

  it('a deployment takes account and region from the CDK CLI, and neither when absent', () => {
    const env = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-central-1' };
    expect(read({}, env)).toMatchObject({ account: '111122223333', region: 'eu-central-1' });
    expect(read({})).toMatchObject({ account: undefined, region: undefined });
  });
});

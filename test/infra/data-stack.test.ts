import { describe, expect, it } from 'vitest';
import { slimAttributes, tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';
import { onlyResource, resourcesOf, synthesize } from './synthesis.ts';

const templates = { dev: synthesize('dev').data, prod: synthesize('prod').data, local: synthesize('local').data };
const names = ['dev', 'prod', 'local'] as const;
const table = (name: (typeof names)[number]) => onlyResource(templates[name], 'AWS::DynamoDB::Table');

describe.each(names)('the table in %s', (name) => {
  const { Properties } = table(name);

  it(`the table in ${name} has the keys of the definition, all text`, () => {
    expect(Properties.KeySchema).toEqual([
      { AttributeName: tableDefinition.partitionKey, KeyType: 'HASH' },
      { AttributeName: tableDefinition.sortKey, KeyType: 'RANGE' },
    ]);
    expect(new Set(Properties.AttributeDefinitions.map((a: { AttributeType: string }) => a.AttributeType))).toEqual(
      new Set(['S']),
    );
  });

  it(`the table in ${name} has the four indexes, the slim ones with the attributes of a list row`, () => {
    expect(Properties.GlobalSecondaryIndexes).toHaveLength(4);
    expect(Properties.GlobalSecondaryIndexes).toEqual(
      tableDefinition.indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: [
          { AttributeName: index.partitionKey, KeyType: 'HASH' },
          { AttributeName: index.sortKey, KeyType: 'RANGE' },
        ],
        Projection:
          index.projection === 'all'
            ? { ProjectionType: 'ALL' }
            : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...slimAttributes] },
      })),
    );
  });

  it(`the table in ${name} is paid by use, restorable, encrypted, streams both images and expires items`, () => {
    expect(Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
    });
  });
});

describe('the warm throughput', () => {
  const warmOf = (context: Record<string, unknown>) => {
    const { Properties } = onlyResource(synthesize('dev', { context }).data, 'AWS::DynamoDB::Table');
    return [Properties, ...Properties.GlobalSecondaryIndexes].map(({ WarmThroughput }) => WarmThroughput);
  };

  it('the warm throughput is what is asked for, of the table and of each index, and is left to DynamoDB otherwise', () => {
    expect(warmOf({})).toEqual(Array(5).fill(undefined));
    expect(warmOf({ warmWriteUnitsPerSecond: '8000' })).toEqual(Array(5).fill({ WriteUnitsPerSecond: 8000 }));
    expect(warmOf({ warmReadUnitsPerSecond: '24000', warmWriteUnitsPerSecond: '8000' })).toEqual(
      Array(5).fill({ ReadUnitsPerSecond: 24_000, WriteUnitsPerSecond: 8000 }),
    );
  });

  it('the warm throughput is refused where it is below what a new table admits', () => {
    expect(() => warmOf({ warmReadUnitsPerSecond: '11999' })).toThrow('is neither 0 nor 12000 or more');
    expect(() => warmOf({ warmWriteUnitsPerSecond: '100' })).toThrow('is neither 0 nor 4000 or more');
  });
});

/** What makes the copies; the vault has them. */
const withoutData = ['AWS::Backup::BackupPlan', 'AWS::Backup::BackupSelection', 'AWS::IAM::Role'];

describe('protection of data', () => {
  it('prod keeps its table and every secret when the stack goes, and refuses to delete the table', () => {
    expect(table('prod').Properties.DeletionProtectionEnabled).toBe(true);
    const resources = Object.values(templates.prod.toJSON().Resources as Record<string, { Type: string }>);
    for (const resource of resources.filter(({ Type }) => !withoutData.includes(Type)))
      expect(resource).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    expect(resources.some(({ Type }) => Type === 'AWS::Backup::BackupVault')).toBe(true);
  });

  it('dev and local are disposable', () => {
    for (const name of ['dev', 'local'] as const) {
      expect(table(name)).toMatchObject({ DeletionPolicy: 'Delete', Properties: { DeletionProtectionEnabled: false } });
    }
  });
});

describe('the bucket for artifacts', () => {
  const bucket = (context: Record<string, unknown> = {}) => {
    const { data } = synthesize('dev', { context });
    return onlyResource(data, 'AWS::S3::Bucket').Properties;
  };
  const rawData = (context: Record<string, unknown>) =>
    bucket(context).LifecycleConfiguration.Rules.filter((rule: { Prefix?: string }) => rule.Prefix === 'raw/');

  it('the bucket for artifacts is private, encrypted and versioned, and reached by TLS 1.2 or newer alone', () => {
    const properties = bucket();
    expect(Object.values(properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    expect(properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(JSON.stringify(properties.BucketEncryption)).toContain('AES256');
    const { Statement } = onlyResource(templates.dev, 'AWS::S3::BucketPolicy').Properties.PolicyDocument;
    expect(Statement.map((statement: { Effect: string }) => statement.Effect)).toEqual(['Deny', 'Deny']);
    expect(Statement.map((statement: { Condition: unknown }) => statement.Condition)).toEqual([
      { Bool: { 'aws:SecureTransport': 'false' } },
      { NumericLessThan: { 's3:TlsVersion': 1.2 } },
    ]);
  });

  it('the bucket drops unfinished uploads, and after a month old versions with the keys of what was deleted', () => {
    expect(bucket().LifecycleConfiguration.Rules[0]).toEqual({
      Id: 'tidy',
      Status: 'Enabled',
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      NoncurrentVersionExpiration: { NoncurrentDays: 30 },
      ExpiredObjectDeleteMarker: true,
    });
  });

  it('the bucket deletes what was made to be downloaded after a day, old versions too', () => {
    const rules = bucket().LifecycleConfiguration.Rules.filter(
      (rule: { Prefix?: string }) => rule.Prefix === 'downloads/',
    );
    expect(rules).toMatchObject([{ ExpirationInDays: 1, NoncurrentVersionExpiration: { NoncurrentDays: 1 } }]);
  });

  it('the bucket lets pages of the service read what it has signed, and write nothing', () => {
    const [rule, ...others] = bucket({ publicUrl: 'https://fiducial.example/' }).CorsConfiguration.CorsRules;
    expect(others).toEqual([]);
    expect(rule).toMatchObject({ AllowedOrigins: ['https://fiducial.example'], AllowedMethods: ['GET', 'HEAD'] });
    expect(bucket().CorsConfiguration.CorsRules[0].AllowedOrigins).toEqual(['*']);
  });

  it('the bucket moves and deletes raw data as configured, and nothing else', () => {
    const [rule] = rawData({ rawDataColdDays: '45', rawDataExpiryDays: '400' });
    expect(rule).toMatchObject({
      ExpirationInDays: 400,
      Transitions: [{ StorageClass: 'STANDARD_IA', TransitionInDays: 45 }],
    });
    expect(rawData({ rawDataColdDays: 0, rawDataExpiryDays: 90 })).toMatchObject([{ ExpirationInDays: 90 }]);
    expect(rawData({ rawDataColdDays: 0, rawDataExpiryDays: 0 })).toEqual([]);
  });

  it('the bucket moves figures as configured, and archived results at once, from the size on that S3 moves by itself', () => {
    const cold = (context: Record<string, unknown>) =>
      bucket(context)
        .LifecycleConfiguration.Rules.filter(({ Prefix }: { Prefix?: string }) =>
          /^(figures|results)/.test(Prefix ?? ''),
        )
        .map(({ Prefix, ObjectSizeGreaterThan, Transitions, ExpirationInDays }: Record<string, unknown>) => [
          ...[Prefix, ObjectSizeGreaterThan, ExpirationInDays],
          ...(Transitions as { StorageClass: string; TransitionInDays: number }[]).flatMap(Object.values),
        ]);
    const results = ['results/', 131_072, undefined, 'GLACIER_IR', 1];
    expect(cold({ figuresColdDays: 120 })).toEqual([['figures/', 131_072, undefined, 'GLACIER_IR', 120], results]);
    expect(cold({ figuresColdDays: 0 })).toEqual([results]);
  });
});

describe('secrets', () => {
  it('the seed and the first password are generated, and no template contains them', () => {
    const secrets = Object.values(resourcesOf(templates.dev, 'AWS::SecretsManager::Secret'));
    expect(secrets.every((secret) => secret.Properties.SecretString === undefined)).toBe(true);
    const service = secrets.find((secret) => secret.Properties.GenerateSecretString.GenerateStringKey === 'seed');
    const template = service?.Properties.GenerateSecretString.SecretStringTemplate['Fn::Join'][1];
    expect(template[0]).toBe('{"adminPassword":"{{resolve:secretsmanager:');
    expect(template[2]).toBe(':SecretString:::}}"}');
    const password = templates.dev.toJSON().Resources[template[1].Ref];
    expect(password.Properties.GenerateSecretString.PasswordLength).toBeGreaterThanOrEqual(20);
    expect(service?.Properties.GenerateSecretString.PasswordLength).toBeGreaterThanOrEqual(43);
  });

  it("there is a secret for the distribution's header only where requests are held to it", () => {
    const count = (name: (typeof names)[number]) =>
      Object.keys(resourcesOf(templates[name], 'AWS::SecretsManager::Secret')).length;
    expect(count('prod')).toBe(count('dev') + 1);
  });
});

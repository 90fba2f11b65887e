import { describe, expect, it } from 'vitest';
import { edgeCode } from '#infra/constructs/edge-code.ts';
import { groups } from '#shared/api/routes.ts';
import { securityHeaders } from '#shared/kernel/security-headers.ts';
import { functionRoles } from './roles.ts';
import { onlyResource, type Resource, resourcesOf, synthesize, templateOf } from './synthesis.ts';

const certificate = 'arn:aws:acm:us-east-1:111122223333:certificate/0';
const dev = templateOf(synthesize('dev'), 'web');
const prodTemplates = synthesize('prod', {
  context: {
    publicUrl: 'https://calibration.example.org',
    certificateArn: certificate,
    firewallRequestsPerFiveMinutes: '40000',
  },
});
const prod = templateOf(prodTemplates, 'web');

const distribution = (template: typeof dev) =>
  onlyResource(template, 'AWS::CloudFront::Distribution').Properties.DistributionConfig;
const apiBehavior = (template: typeof dev) => distribution(template).CacheBehaviors[0];
const originOf = (template: typeof dev, behavior: { TargetOriginId: string }) =>
  distribution(template).Origins.find((origin: { Id: string }) => origin.Id === behavior.TargetOriginId);
const referred = (template: typeof dev, reference: { Ref: string }): Resource =>
  template.toJSON().Resources[reference.Ref];

function functionCode(template: typeof dev, behavior: { FunctionAssociations: Record<string, unknown>[] }): string {
  const [association] = behavior.FunctionAssociations as {
    EventType: string;
    FunctionARN: { 'Fn::GetAtt': string[] };
  }[];
  expect(association?.EventType).toBe('viewer-request');
  const [id = ''] = association?.FunctionARN['Fn::GetAtt'] ?? [];
  return template.toJSON().Resources[id].Properties.FunctionCode;
}

describe('the distribution', () => {
  it('the distribution sends /api/* to the gateway and everything else to the bucket, each through its function', () => {
    const { CacheBehaviors, DefaultCacheBehavior } = distribution(dev);
    expect(CacheBehaviors.map((behavior: { PathPattern: string }) => behavior.PathPattern)).toEqual(['/api/*']);
    const host = JSON.stringify(originOf(dev, apiBehavior(dev)).DomainName);
    expect(host).toMatch(/"Fn::GetStackOutput":\{"StackName":"fiducial-dev-service".*"\.execute-api\."/);
    expect(host).not.toContain('Fn::Split');
    expect(originOf(dev, DefaultCacheBehavior)).toHaveProperty('OriginAccessControlId');
    expect(functionCode(dev, apiBehavior(dev))).toBe(edgeCode('strip-api'));
    expect(functionCode(dev, DefaultCacheBehavior)).toBe(edgeCode('page-paths'));
  });

  it('the distribution passes every method, query and header but Host to the API, and no cookie', () => {
    const behavior = apiBehavior(dev);
    expect(behavior.AllowedMethods).toEqual(
      expect.arrayContaining(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE']),
    );
    expect(referred(dev, behavior.OriginRequestPolicyId).Properties.OriginRequestPolicyConfig).toMatchObject({
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: { HeaderBehavior: 'allExcept', Headers: ['host'] },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    });
  });

  it('the distribution keeps no answer of the API, neither a good one nor an error', () => {
    // The managed policy CachingDisabled.
    expect(apiBehavior(dev).CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    const errors = distribution(dev).CustomErrorResponses as Record<string, unknown>[];
    expect(errors.map(({ ErrorCode }) => ErrorCode)).toEqual([404, 405, 414, 500, 501, 502, 503, 504]);
    // A page in place of an error would turn an API's 404 into a page.
    for (const error of errors) expect(error).toEqual({ ErrorCode: error.ErrorCode, ErrorCachingMinTTL: 0 });
  });

  it('the distribution keeps a file as long as the file itself says, and no time when it says nothing', () => {
    const policy = referred(dev, distribution(dev).DefaultCacheBehavior.CachePolicyId).Properties.CachePolicyConfig;
    expect(policy).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 31_536_000 });
  });

  it('the distribution sends exactly the headers that the local stack sends, and HSTS', () => {
    const behaviors = [apiBehavior(dev), distribution(dev).DefaultCacheBehavior];
    expect(new Set(behaviors.map((behavior) => behavior.ResponseHeadersPolicyId.Ref)).size).toBe(1);
    const { CustomHeadersConfig, SecurityHeadersConfig } = onlyResource(dev, 'AWS::CloudFront::ResponseHeadersPolicy')
      .Properties.ResponseHeadersPolicyConfig;
    const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy } = SecurityHeadersConfig;
    expect(ContentTypeOptions).toEqual({ Override: true });
    const sent = {
      'content-security-policy': ContentSecurityPolicy.ContentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': FrameOptions.FrameOption,
      'referrer-policy': ReferrerPolicy.ReferrerPolicy,
      ...Object.fromEntries(CustomHeadersConfig.Items.map((item: Record<string, string>) => [item.Header, item.Value])),
    };
    const [before, bucket, after] = ContentSecurityPolicy.ContentSecurityPolicy['Fn::Join'][1];
    // Pages are sent to the bucket for large files, and to nothing else.
    expect(JSON.stringify(bucket)).toContain('RegionalDomainName');
    expect(before).toMatch(/; connect-src 'self' https:\/\/$/);
    const policy = `${before}${after}`.replace(' https://', '');
    expect({ ...sent, 'content-security-policy': policy }).toEqual(securityHeaders);
    expect(SecurityHeadersConfig.StrictTransportSecurity).toEqual({
      AccessControlMaxAgeSec: 63_072_000,
      IncludeSubdomains: true,
      Override: true,
    });
  });

  it('in prod the distribution sends a secret header to the gateway, which no template contains', () => {
    const [header, ...others] = originOf(prod, apiBehavior(prod)).OriginCustomHeaders;
    expect(others).toEqual([]);
    expect(header.HeaderName).toBe('x-origin-secret');
    expect(JSON.stringify(header.HeaderValue)).toContain('{{resolve:secretsmanager:');
    expect(originOf(dev, apiBehavior(dev)).OriginCustomHeaders).toBeUndefined();
  });

  it('the distribution takes the host of the public address and TLS 1.2 where there is a certificate', () => {
    expect(distribution(prod)).toMatchObject({
      Aliases: ['calibration.example.org'],
      ViewerCertificate: { AcmCertificateArn: certificate, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    expect(distribution(dev).Aliases).toBeUndefined();
  });
});

describe('the files', () => {
  it('files of the web application lie in a private bucket that only this distribution reads', () => {
    const bucket = onlyResource(dev, 'AWS::S3::Bucket').Properties;
    expect(Object.values(bucket.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    const allowed = onlyResource(dev, 'AWS::S3::BucketPolicy').Properties.PolicyDocument.Statement.filter(
      (statement: { Effect: string }) => statement.Effect === 'Allow',
    );
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({ Action: 's3:GetObject', Principal: { Service: 'cloudfront.amazonaws.com' } });
    expect(allowed[0].Condition.StringEquals).toHaveProperty(['AWS:SourceArn']);
  });

  it('files with a hash in their name are kept for a year, and not taken away from pages that are open', () => {
    const assets = Object.values(resourcesOf(dev, 'Custom::CDKBucketDeployment')).find(
      ({ Properties }) => Properties.DestinationBucketKeyPrefix === 'assets/',
    );
    expect(assets?.Properties.Prune).toBe(false);
    expect(assets?.Properties.SystemMetadata['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('files without a hash are asked for each time, come after the hashed ones, and do not sweep those away', () => {
    const deployments = resourcesOf(dev, 'Custom::CDKBucketDeployment');
    const pages = Object.values(deployments).find(({ Properties }) => !Properties.DestinationBucketKeyPrefix);
    expect(pages?.Properties).toMatchObject({ Exclude: ['assets/*'], SystemMetadata: { 'cache-control': 'no-cache' } });
    const assetsId = Object.keys(deployments).find((id) => deployments[id] !== pages);
    expect((pages as Resource & { DependsOn: string[] }).DependsOn).toContain(assetsId);
  });
});

describe('the firewall', () => {
  const firewall = onlyResource(templateOf(prodTemplates, 'edge'), 'AWS::WAFv2::WebACL').Properties;

  /** The limits of an address: what is counted, by what, and what is done above it. */
  const rulesOf = (Rules: Resource['Properties'][]) =>
    Rules.map(({ Action, Name, Statement }) => {
      const { Limit, ScopeDownStatement: scope, EvaluationWindowSec, AggregateKeyType } = Statement.RateBasedStatement;
      expect([EvaluationWindowSec, AggregateKeyType]).toEqual([300, 'IP']);
      const not = scope.NotStatement?.Statement;
      const { SearchString, PositionalConstraint } = (not ?? scope).ByteMatchStatement;
      expect(PositionalConstraint).toBe('STARTS_WITH');
      return [
        Name,
        Limit,
        `${not ? 'not ' : ''}${SearchString}`,
        Action.Block?.CustomResponse.ResponseCode ?? 'counted',
      ];
    });

  it('the firewall refuses an address above its limits with 429, apart for people, workers and logins, and keeps no sample', () => {
    expect(firewall).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    expect(rulesOf(firewall.Rules)).toEqual([
      ['logins-per-address', 3_000, '/api/auth/', 429],
      ['workers-per-address', 20_000, '/api/workers/', 429],
      ['requests-per-address', 40_000, 'not /api/workers/', 429],
    ]);
    for (const { VisibilityConfig } of [firewall, ...firewall.Rules])
      expect(VisibilityConfig.SampledRequestsEnabled).toBe(false);
  });

  it('the firewall admits fifty people who watch a run, and twenty workers, behind one address', () => {
    const limits = new Map(rulesOf(firewall.Rules).map(([name, limit]) => [name, limit]));
    // A page of a run asked 2.4 times a second when it was measured.
    expect(limits.get('requests-per-address')).toBeGreaterThanOrEqual(50 * 2.4 * 300);
    // Each sends a hundred log lines, a batch of results and an upload per second, and a heartbeat every 30 s.
    expect(limits.get('workers-per-address')).toBeGreaterThanOrEqual(20 * 3 * 300 + 20 * 10);
  });

  it('the firewall only counts in dev, where it is asked for, until it is told to refuse', () => {
    const rulesIn = (context: Record<string, unknown>) => {
      const { edge } = synthesize('dev', { context: { firewallRequestsPerFiveMinutes: '100', ...context } });
      return edge ? rulesOf(onlyResource(edge, 'AWS::WAFv2::WebACL').Properties.Rules) : [];
    };
    expect(rulesIn({}).map(([, limit, , done]) => [limit, done])).toEqual([
      [3_000, 'counted'],
      [20_000, 'counted'],
      [100, 'counted'],
    ]);
    expect(rulesIn({ firewallMode: 'block' }).map(([, , , done]) => done)).toEqual([429, 429, 429]);
  });

  it('the firewall protects the distribution of prod, and is read from its stack in us-east-1', () => {
    expect(distribution(prod).WebACLId).toEqual({
      'Fn::GetStackOutput': { StackName: 'fiducial-prod-edge', OutputName: 'FirewallArn', Region: 'us-east-1' },
    });
    expect(templateOf(prodTemplates, 'edge').toJSON().Outputs).toHaveProperty('FirewallArn');
  });

  it('the firewall is left out where the configuration asks for none', () => {
    expect(synthesize('dev').edge).toBeUndefined();
    expect(distribution(dev).WebACLId).toBeUndefined();
    expect(synthesize('dev', { context: { firewallRequestsPerFiveMinutes: '100' } }).edge).toBeDefined();
  });
});

describe('an emulator', () => {
  it('an emulator is given data and service alone', () => {
    expect(Object.keys(synthesize('local')).toSorted()).toEqual(['data', 'service']);
  });
});

describe('a change of the secret header', () => {
  const [first, second] = ['11111111-2222-3333-4444-555555555555', '66666666-7777-8888-9999-000000000000'];
  /** What the distribution sends, and what each function of the API accepts, by the version that is resolved. */
  const versionsOf = (originSecretVersions: string) => {
    const { service, web, data } = synthesize('prod', { context: { originSecretVersions } });
    const version = (value: unknown) => /SecretString:::([^}]*)\}\}/.exec(JSON.stringify(value))?.[1];
    const accepted = functionRoles(service)
      .filter(({ description }) => description.startsWith('API, '))
      .map(({ environment: { ORIGIN_SECRET: one, ORIGIN_SECRET_PREVIOUS: other } }) =>
        [one, other].filter((value) => value !== undefined).map(version),
      );
    expect(accepted.length).toBe(groups.length);
    const [header] = web ? originOf(web, apiBehavior(web)).OriginCustomHeaders : [];
    return { sent: version(header.HeaderValue), accepted: new Set(accepted.map(String)), data: data.toJSON() };
  };

  it('a change of the secret header is in the templates of both who use it, so that CloudFormation takes its value anew', () => {
    const [newest, pinned, both, after] = ['', first, `${second},${first}`, second].map(versionsOf);
    expect(newest).toMatchObject({ sent: '', accepted: new Set(['']) });
    expect(pinned).toMatchObject({ sent: first, accepted: new Set([first]) });
    expect(both).toMatchObject({ sent: second, accepted: new Set([`${second},${first}`]) });
    expect(after).toMatchObject({ sent: second, accepted: new Set([second]) });
    // The secret itself is as it was: CloudFormation would generate it anew.
    for (const { data } of [pinned, both, after].flatMap((one) => one ?? [])) expect(data).toEqual(newest?.data);
  });

  it('a change of the secret header is refused where an id of a version is malformed', () => {
    for (const originSecretVersions of ['2', `${first},`, `${first},${second},${first}`, `${first}:AWSCURRENT`])
      expect(() => synthesize('prod', { context: { originSecretVersions } })).toThrow(
        'originSecretVersions is neither empty nor one or two ids',
      );
  });
});

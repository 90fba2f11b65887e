import { describe, expect, it } from 'vitest';
import { onlyResource, resourcesOf, synthesize, templateOf } from './synthesis.ts';

const zone = 'Z0123456789ABCDEFGHIJ';
const publicUrl = 'https://calibration.example.org';
const env = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-central-1' };
const synthesized = (context: Record<string, string>) =>
  synthesize('prod', { context: { publicUrl, ...context }, env });

describe('a name of its own from a hosted zone', () => {
  const templates = synthesized({ hostedZoneId: zone });
  const [edge, web] = [templateOf(templates, 'edge'), templateOf(templates, 'web')];

  it('the certificate is made in us-east-1 and shown to be ours by the zone', () => {
    expect(onlyResource(edge, 'AWS::CertificateManager::Certificate').Properties).toMatchObject({
      DomainName: 'calibration.example.org',
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ DomainName: 'calibration.example.org', HostedZoneId: zone }],
    });
    expect(resourcesOf(edge, 'AWS::WAFv2::WebACL')).toEqual({});
  });

  it('the distribution has the name and that certificate, and no protocol older than TLS 1.2', () => {
    const { Aliases, ViewerCertificate, WebACLId } = onlyResource(web, 'AWS::CloudFront::Distribution').Properties
      .DistributionConfig;
    expect(Aliases).toEqual(['calibration.example.org']);
    expect(ViewerCertificate.MinimumProtocolVersion).toBe('TLSv1.2_2021');
    expect(JSON.stringify(ViewerCertificate.AcmCertificateArn)).toContain('fiducial-prod-eu-central-1-edge');
    expect(JSON.stringify(ViewerCertificate.AcmCertificateArn)).toContain('CertificateArn');
    expect(WebACLId).toBeUndefined();
  });

  it('the host leads to the distribution, by the old protocol of addresses and the new one', () => {
    const records = Object.values(resourcesOf(web, 'AWS::Route53::RecordSet')).map(({ Properties }) => Properties);
    expect(records.map(({ Type }) => Type).toSorted()).toEqual(['A', 'AAAA']);
    const [distribution] = Object.keys(resourcesOf(web, 'AWS::CloudFront::Distribution'));
    for (const record of records)
      expect(record).toMatchObject({
        Name: 'calibration.example.org',
        HostedZoneId: zone,
        AliasTarget: { DNSName: { 'Fn::GetAtt': [distribution, 'DomainName'] } },
      });
  });

  it('a firewall and a certificate can be deployed together', () => {
    const both = templateOf(synthesized({ hostedZoneId: zone, firewallRequestsPerFiveMinutes: '40000' }), 'edge');
    expect(Object.keys(both.toJSON().Outputs).toSorted()).toEqual(['CertificateArn', 'FirewallArn']);
  });

  it('a zone without an address, or together with a certificate, is refused', () => {
    expect(() => synthesize('prod', { context: { hostedZoneId: zone } })).toThrow('hostedZoneId needs');
    const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/0';
    expect(() => synthesized({ hostedZoneId: zone, certificateArn })).toThrow('certificateArn cannot be combined with');
    expect(() => synthesized({ hostedZoneId: 'example.org' })).toThrow('hostedZoneId is neither empty nor');
  });
});

import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';
import { accountName } from '#infra/names.ts';
import { contentSecurityPolicy, securityHeaders } from '#shared/kernel/security-headers.ts';

// CloudFront has separate fields for these headers.
const ownFields = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy'];

/**
 * The headers of `shared/kernel/security-headers.ts` as a CloudFront policy, plus HSTS, which only applies here, and the
 * origin from which pages read large files.
 */
export function securityHeadersPolicy(
  scope: Construct,
  id: string,
  { config, filesOrigin }: { config: DeploymentConfig; filesOrigin: string },
): ResponseHeadersPolicy {
  const others = Object.entries(securityHeaders).filter(([header]) => !ownFields.includes(header));
  return new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: accountName(scope, config, 'headers'),
    comment: 'Fiducial: security headers',
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: contentSecurityPolicy([filesOrigin]),
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: others.map(([header, value]) => ({ header, value, override: true })),
    },
  });
}

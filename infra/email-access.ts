import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '#infra/config.ts';

/**
 * Grants sending e-mails through Amazon SES from the configured address, whether the address or its domain is the
 * verified identity. Grants nothing if none is configured (rule MAIL-5).
 */
export function allowEmail(
  user: Construct & { role: Role },
  { emailSender }: Pick<DeploymentConfig, 'emailSender'>,
): void {
  if (emailSender === '') return;
  const identities = [emailSender, emailSender.split('@').at(-1) ?? ''];
  user.role.addToPrincipalPolicy(
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: identities.map((resourceName) =>
        Stack.of(user).formatArn({ service: 'ses', resource: 'identity', resourceName }),
      ),
      conditions: { StringEquals: { 'ses:FromAddress': emailSender } },
    }),
  );
}

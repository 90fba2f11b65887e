import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from './config.ts';

/**
 * A name that nothing else of the account has, whatever its environment and region (rule DEPLOY-1): for what belongs to no
 * region, and for what CDK would name after the construct's path, which is the same in every environment.
 */
export const accountName = (scope: Construct, { environment }: DeploymentConfig, part: string): string =>
  `fiducial-${environment}-${Stack.of(scope).region}-${part}`;

/**
 * The same for what stands in us-east-1 for a service of another region: its own region says nothing of that service. Where
 * no region is known the templates fit any, but one only.
 */
export const edgeName = ({ environment, region }: DeploymentConfig, part: string): string =>
  ['fiducial', environment, ...(region ? [region] : []), part].join('-');

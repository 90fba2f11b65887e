import { Fn, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from './config.ts';

/**
 * A name that nothing else of the account has, whatever its environment and region (rule DEPLOY-1): for what belongs to no
 * region, and for what CDK would name after the construct's path, which is the same in every environment.
 */
export const accountName = (scope: Construct, { environment }: DeploymentConfig, part: string): string =>
  `fiducial-${environment}-${Stack.of(scope).region}-${part}`;

/**
 * Eight letters that a stack shares with no other, not with one of the same name that was deleted before it either: whatever
 * outlives its stack, or takes its time to go, is named by them (rule DEPLOY-15).
 */
export const stackMark = (scope: Construct): string =>
  Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Stack.of(scope).stackId))));

/**
 * Such a name for what stands in us-east-1 for a service of another region: its own region says nothing of that service. Where
 * no region is known the templates fit any, but one only.
 */
export const edgeName = ({ environment, region }: DeploymentConfig, part: string): string =>
  ['fiducial', environment, ...(region ? [region] : []), part].join('-');

/** Ids of the stacks of a deployment, in the order in which they are shown (rule DEPLOY-1). */
export const stackIds = ['data', 'search', 'service', 'edge', 'web', 'observability', 'access'] as const;

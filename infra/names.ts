import { Fn, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from './config.ts';

/**
 * A name that is unique in the account, across environments and regions (rule DEPLOY-1). It is for global resources,
 * and for those that CDK would name after the construct path, which is the same in every environment.
 */
export const accountName = (scope: Construct, { environment }: DeploymentConfig, part: string): string =>
  `fiducial-${environment}-${Stack.of(scope).region}-${part}`;

/**
 * Eight letters that are unique to a stack, even compared with a deleted stack of the same name. They name whatever
 * outlives its stack or is deleted slowly (rule DEPLOY-15).
 */
export const stackMark = (scope: Construct): string =>
  Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Stack.of(scope).stackId))));

/**
 * The same for a resource in us-east-1 that serves another region. It includes the served region. If the region is
 * unknown, the templates fit any region, but only one.
 */
export const edgeName = ({ environment, region }: DeploymentConfig, part: string): string =>
  ['fiducial', environment, ...(region ? [region] : []), part].join('-');

/** Tags of every resource. */
export const resourceTags = ({ environment }: Pick<DeploymentConfig, 'environment'>): Record<string, string> => ({
  application: 'fiducial',
  environment,
});

/** Ids of the stacks of a deployment, in display order (rule DEPLOY-1). */
export const stackIds = ['data', 'search', 'service', 'edge', 'web', 'observability', 'access'] as const;

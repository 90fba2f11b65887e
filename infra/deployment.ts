import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { DeploymentConfig } from './config.ts';
import type { CodeSource } from './constructs/service-function.ts';
import type { Grouping, OperationRoute } from './function-units.ts';
import { edgeName, resourceTags } from './names.ts';
import type { SearchTarget } from './search-access.ts';
import { AccessStack } from './stacks/access-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EdgeStack, edgeRegion } from './stacks/edge-stack.ts';
import { ObservabilityStack } from './stacks/observability-stack.ts';
import { SearchStack } from './stacks/search-stack.ts';
import { ServiceStack } from './stacks/service-stack.ts';
import { WebStack } from './stacks/web-stack.ts';

/** The parts of a deployment that tests can replace. */
export interface DeploymentParts {
  /** Source of the functions' code. */
  code: CodeSource;
  /** Folder of the built web application. */
  site: string;
  grouping?: Grouping;
  routes?: readonly OperationRoute[];
}

/** The stacks of a deployment by life cycle. An emulator gets only `data` and `service`. */
export interface Deployment {
  data: DataStack;
  /** Only with `search: managed`. */
  search: SearchStack | undefined;
  service: ServiceStack;
  edge: EdgeStack | undefined;
  web: WebStack | undefined;
  observability: ObservabilityStack | undefined;
  /** Only with `githubRepository`. */
  access: AccessStack | undefined;
}

/**
 * Defines the stacks of one environment, named `fiducial-<environment>-<stack>`, and in us-east-1
 * `fiducial-<environment>-<region>-edge` (rule DEPLOY-1). It runs cdk-nag: a finding without an acknowledgement at its
 * resource fails the synthesis.
 */
export function defineDeployment(app: App, config: DeploymentConfig, parts: DeploymentParts): Deployment {
  const { account, environment, region } = config;
  const stackProps = (name: string, description: string) => ({
    stackName: `fiducial-${environment}-${name}`,
    description: `Fiducial: ${description}`,
    env: { ...(account ? { account } : {}), ...(region ? { region } : {}) },
  });
  const data = new DataStack(app, 'data', config, {
    ...stackProps('data', 'the table, the bucket and the secrets'),
    // Only for this stack. CloudFormation never deletes a protected stack, not even after a failed first deployment.
    terminationProtection: config.protectData,
  });
  const search =
    config.search === 'managed'
      ? new SearchStack(app, 'search', config, stackProps('search', 'the index of note events'))
      : undefined;
  const service = new ServiceStack(app, 'service', config, {
    ...stackProps('service', 'the API and its functions'),
    ...parts,
    data,
    search: searchTarget(config, search),
  });
  // No emulator supports CloudFront before an HTTP API, file copies at deployment, or alarms on expressions.
  const rest =
    environment === 'local' ? undefined : defineRest(app, config, { stackProps, site: parts.site, data, service });
  const access =
    config.githubRepository === ''
      ? undefined
      : new AccessStack(app, 'access', config, stackProps('access', 'what the workflows of a repository may do'));
  for (const [name, value] of Object.entries(resourceTags(config))) Tags.of(app).add(name, value);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return { data, search, service, edge: rest?.edge, web: rest?.web, observability: rest?.observability, access };
}

function searchTarget(config: DeploymentConfig, search: SearchStack | undefined): SearchTarget | undefined {
  if (search) return { endpoint: search.domain.endpoint, domainArn: search.domain.domain.attrArn };
  const { openSearchEndpoint: endpoint } = config;
  return endpoint === '' ? undefined : { endpoint, domainArn: undefined };
}

interface RestProps extends Pick<Deployment, 'data' | 'service'> {
  stackProps: (name: string, description: string) => { stackName: string; env: { account?: string; region?: string } };
  site: string;
}

function defineRest(app: App, config: DeploymentConfig, { stackProps, ...parts }: RestProps) {
  const edgeProps = stackProps('edge', 'what protects the distribution');
  const edge =
    config.firewallRequestsPerFiveMinutes > 0 || config.hostedZoneId !== ''
      ? new EdgeStack(app, 'edge', config, {
          ...edgeProps,
          stackName: edgeName(config, 'edge'),
          env: { ...edgeProps.env, region: edgeRegion },
        })
      : undefined;
  const web = new WebStack(app, 'web', config, {
    ...stackProps('web', 'the web application and the distribution'),
    ...parts,
    firewallArn: config.firewallRequestsPerFiveMinutes > 0 ? edge?.firewallArn : undefined,
    certificateArn: config.hostedZoneId === '' ? config.certificateArn || undefined : edge?.certificateArn,
  });
  if (edge) web.addStackDependency(edge, 'firewall and certificate are read from its outputs');
  const observability = new ObservabilityStack(app, 'observability', config, {
    ...stackProps('observability', 'alarms and dashboard'),
    ...parts,
  });
  return { edge, web, observability };
}

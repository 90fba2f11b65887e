import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { loadDeploymentConfig } from '#infra/config.ts';
import type { CodeSource } from '#infra/constructs/service-function.ts';
import { type Deployment, defineDeployment } from '#infra/deployment.ts';
import type { Grouping, OperationRoute } from '#infra/function-units.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';

/** A resource of a CloudFormation template. */
export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is arbitrary JSON, and tests say which part they read
  Properties: Record<string, any>;
  DeletionPolicy?: string;
}

const cdkContext: Record<string, unknown> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../cdk.json'), 'utf8'),
).context;

/** A bundle's stand-in, so that templates are made without building anything. */
const standIn: CodeSource = () => Code.fromInline('export const handler = async () => ({});');

/** The built web application's stand-in. */
const site = resolve(import.meta.dirname, 'site');

/** What a test may choose. */
export interface SynthesisOptions {
  context?: Record<string, unknown>;
  code?: CodeSource;
  grouping?: Grouping;
  routes?: readonly OperationRoute[];
  /** Account and region as the CDK CLI passes them. */
  env?: Record<string, string>;
  /**
   * Whether CDK holds the templates to the schemas of CloudFormation, which takes twice as long as all the rest of a
   * synthesis. Unless it is given, only where every case is drawn.
   */
  isSchemaChecked?: boolean;
}

/** All that a deployment can have besides its defaults, with an address of its own. */
export const everything = {
  search: 'managed',
  firewallRequestsPerFiveMinutes: '40000',
  githubRepository: 'lab/fiducial',
  alarms: 'all',
  alarmEmail: 'ops@lab.example',
  canary: 'ten-percent',
  backupDays: '35',
  backupCopyVaultArn: 'arn:aws:backup:eu-west-1:444455556666:backup-vault:fiducial',
  publicUrl: 'https://calibration.example.org',
  hostedZoneId: 'Z0123456789ABCDEFGHIJ',
  emailSender: 'fiducial@example.org',
};

/** The app of one environment with the feature flags of cdk.json, not synthesized yet. */
export function defineApp(environment: string, options: SynthesisOptions = {}): Deployment & { app: App } {
  const outdir = mkdtempSync(join(tmpdir(), 'fiducial-cdk-'));
  const app = new App({
    context: { ...cdkContext, environment, ...options.context },
    outdir,
    builtinCloudFormationValidation: options.isSchemaChecked ?? isEveryCase,
  });
  const config = loadDeploymentConfig(app.node.getAllContext(), options.env ?? {});
  const { code = standIn, grouping, routes } = options;
  const parts = { code, site, ...(grouping && { grouping }), ...(routes && { routes }) };
  return { app, ...defineDeployment(app, config, parts) };
}

/** Templates by the names of their stacks; all but the first two are not in every environment. */
type Templates = Record<'data' | 'service', Template> &
  Partial<Record<'search' | 'edge' | 'web' | 'observability' | 'access', Template>>;

const known = new Map<string, Templates>();

/**
 * Templates of the stacks of one environment, made once for the same settings: a test that changes one takes a copy. Throws
 * when a check of cdk-nag or of the template fails.
 */
export function synthesize(environment: string, options: SynthesisOptions = {}): Templates {
  const { code, grouping, routes, ...settings } = options;
  if (code || grouping || routes) return synthesizeAnew(environment, options);
  const key = JSON.stringify([environment, settings.context ?? {}, settings.env ?? {}, settings.isSchemaChecked]);
  const templates = known.get(key) ?? synthesizeAnew(environment, settings);
  known.set(key, templates);
  return templates;
}

function synthesizeAnew(environment: string, options: SynthesisOptions): Templates {
  const { app, data, search, service, edge, web, observability, access } = defineApp(environment, options);
  try {
    return {
      data: Template.fromStack(data),
      service: Template.fromStack(service),
      ...(search && { search: Template.fromStack(search) }),
      ...(edge && { edge: Template.fromStack(edge) }),
      ...(web && { web: Template.fromStack(web) }),
      ...(observability && { observability: Template.fromStack(observability) }),
      ...(access && { access: Template.fromStack(access) }),
    };
  } finally {
    rmSync(app.outdir, { recursive: true, force: true });
  }
}

/** A template that the environment is known to have. */
export function templateOf(templates: Templates, name: keyof Templates): Template {
  const template = templates[name];
  if (!template) throw new Error(`there is no stack '${name}'`);
  return template;
}

/** Logical id -> resource, of one type. */
export function resourcesOf(template: Template, type: string): Record<string, Resource> {
  return template.findResources(type) as Record<string, Resource>;
}

/** The only resource of a type. */
export function onlyResource(template: Template, type: string): Resource {
  const found = Object.values(resourcesOf(template, type));
  const [resource] = found;
  if (!resource || found.length > 1) throw new Error(`${found.length} resources of type ${type}, not one`);
  return resource;
}

/** The mappings from queues; those from the table's stream have no ceiling of calls. */
export const queueMappings = (template: Template): Resource['Properties'][] =>
  Object.values(resourcesOf(template, 'AWS::Lambda::EventSourceMapping'))
    .map(({ Properties }) => Properties)
    .filter(({ ScalingConfig }) => ScalingConfig !== undefined);

import type { Template } from 'aws-cdk-lib/assertions';
import { flowFunctions } from '#shared/runs/orchestration/flow-run.asl.ts';
import { resourcesOf } from './synthesis.ts';

/** One statement of a role's policy; `resources` keeps the template's intrinsic functions. */
export interface RoleStatement {
  effect: string;
  actions: string[];
  resources: unknown[];
  /** By operator and condition key; empty without any. */
  conditions: Record<string, Record<string, unknown>>;
}

/** What is known about one Lambda function of a template. */
export interface FunctionRole {
  logicalId: string;
  description: string;
  environment: Record<string, unknown>;
  managedPolicies: unknown[];
  statements: RoleStatement[];
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** Every Lambda function with the statements of all policies of its role. */
export function functionRoles(template: Template): FunctionRole[] {
  const roles = resourcesOf(template, 'AWS::IAM::Role');
  return Object.entries(resourcesOf(template, 'AWS::Lambda::Function')).map(([logicalId, { Properties }]) => {
    const roleId: string = Properties.Role['Fn::GetAtt'][0];
    const role = roles[roleId]?.Properties ?? {};
    return {
      logicalId,
      description: Properties.Description,
      environment: Properties.Environment.Variables,
      managedPolicies: asList(role.ManagedPolicyArns),
      statements: roleStatements(template, roleId),
    };
  });
}

/** The statements of all policies of a role, by its logical id. */
export function roleStatements(template: Template, roleId: string): RoleStatement[] {
  const attached = Object.values(resourcesOf(template, 'AWS::IAM::Policy')).filter((policy) =>
    policy.Properties.Roles.some((role: { Ref: string }) => role.Ref === roleId),
  );
  const inline = asList(resourcesOf(template, 'AWS::IAM::Role')[roleId]?.Properties.Policies);
  const documents = [
    ...attached.map((policy) => policy.Properties.PolicyDocument),
    ...inline.map((policy) => (policy as { PolicyDocument: unknown }).PolicyDocument),
  ] as { Statement: Record<string, unknown>[] }[];
  return documents
    .flatMap((document) => document.Statement)
    .map((statement) => ({
      effect: statement.Effect as string,
      actions: asList(statement.Action) as string[],
      resources: asList(statement.Resource),
      conditions: (statement.Condition ?? {}) as RoleStatement['conditions'],
    }));
}

/** The function of an API group. */
export function groupRole(template: Template, group: string): FunctionRole {
  const found = functionRoles(template).find((role) => role.description.startsWith(`API, ${group}:`));
  if (!found) throw new Error(`no function for group ${group}`);
  return found;
}

/** All actions that the role allows, sorted. */
export const allowedActions = (role: FunctionRole): string[] =>
  [...new Set(role.statements.filter((s) => s.effect === 'Allow').flatMap((s) => s.actions))].sort();

/** The functions of runs, as the recorder knows them. */
export const flowNames = [...flowFunctions, 'run-status-changed'].map((name) => `flow-${name}`);

/** The name under which the recorder knows a function. */
export const functionName = ({ description, logicalId }: FunctionRole): string =>
  /^API, ([^:]+):/.exec(description)?.[1] ??
  /^Stream, ([^:]+):/.exec(description)?.[1]?.replace(/^/, 'stream-') ??
  (description.startsWith('Schedules:') ? 'start-scheduled' : undefined) ??
  (description.startsWith('Archives:') ? 'make-archive' : undefined) ??
  (description.startsWith('Exports:') ? 'make-export' : undefined) ??
  (description.startsWith('Sends notifications') ? 'deliver' : undefined) ??
  flowNames.find((name) => logicalId.startsWith(`FlowRun${name.replace('flow', '').replaceAll('-', '')}Function`)) ??
  'sweep';

import { rmSync } from 'node:fs';
import { CfnResource, Validations } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { AwsSolutionsChecks, type NagPack, ServerlessChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { environmentNames } from '#infra/config.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import { resolved } from './resolved.ts';
import { defineApp, everything, resourcesOf, type SynthesisOptions, synthesize } from './synthesis.ts';

/** Most resources of one stack: CloudFormation takes 500, and what is yet to come needs room (rule DEPLOY-24). */
const resourceBudget = 490;

/** Most characters of all that a role states itself: IAM takes 10,240, and names are longer in an account. */
const policyCharacters = 8000;

/** The length of what IAM is told, with references by the names that they have in an account. */
const charactersOf = (statements: unknown): number =>
  JSON.stringify(statements, (_, part) =>
    Object.keys(part ?? {}).some((key) => key === 'Ref' || key.startsWith('Fn::')) ? resolved(part) : part,
  ).length;

/** The app of an environment for one test, whose folder goes with the test. */
function definedApp(environment: string, options: SynthesisOptions = {}) {
  const defined = defineApp(environment, options);
  onTestFinished(() => rmSync(defined.app.outdir, { recursive: true, force: true }));
  return defined;
}

const packs = (scope: IConstruct): NagPack[] => [new AwsSolutionsChecks(scope), new ServerlessChecks(scope)];

/** The part of a pack that decides whether a finding was acknowledged; not in its published type. */
interface Acknowledging {
  isAcknowledged(resource: CfnResource, ruleId: string): boolean;
}

/** `<rule> at <path>` of every finding. */
function findings(scope: IConstruct, checks: NagPack[]): string[] {
  return checks.flatMap((pack) =>
    pack
      .validateScope(scope)
      .violations.flatMap((v) => v.violatingResources.map((r) => `${v.ruleName} at ${r.constructPath}`)),
  );
}

/** `[rule, path, reason]` of every acknowledgement in the tree. */
function acknowledgements(scope: IConstruct): [string, string, string][] {
  return scope.node.findAll().flatMap((construct) =>
    construct.node.metadata
      .filter((entry) => entry.type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap((entry) => Object.entries(entry.data as Record<string, string>))
      .map(([id, reason]): [string, string, string] => [id.replace(/^annotation::/i, ''), construct.node.path, reason]),
  );
}

describe.each(environmentNames)('checks of %s', (environment) => {
  it(`cdk-nag finds nothing in ${environment} that is not acknowledged, neither error nor warning`, () => {
    const { app } = definedApp(environment);
    expect(app.node.findAll().filter((node) => CfnResource.isCfnResource(node)).length).toBeGreaterThan(50);
    expect(findings(app, packs(app))).toEqual([]);
  });

  it(`each acknowledgement in ${environment} is needed and gives its reason`, () => {
    const { app } = definedApp(environment);
    const strict = packs(app);
    for (const pack of strict) vi.spyOn(pack as unknown as Acknowledging, 'isAcknowledged').mockReturnValue(false);
    const all = findings(app, strict);
    const acknowledged = acknowledgements(app);
    expect(acknowledged.length).toBeGreaterThan(0);
    const idle = acknowledged.filter(([id, path]) => !all.some((finding) => finding.startsWith(`${id} at ${path}`)));
    expect(idle).toEqual([]);
    expect(acknowledged.filter(([, , reason]) => reason.length < 30)).toEqual([]);
  });

  it(`each stack of ${environment} stays within its budget of resources`, () => {
    for (const template of Object.values(synthesize(environment, { isSchemaChecked: true }))) {
      expect(Object.keys(template.toJSON().Resources).length).toBeLessThanOrEqual(resourceBudget);
    }
  });
});

describe('a deployment to a known account with an address of its own', () => {
  it('cdk-nag finds nothing in a deployment to a known account with an address of its own', () => {
    const { app } = definedApp('prod', {
      context: {
        publicUrl: 'https://calibration.example.org',
        certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0',
      },
      env: { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-central-1' },
    });
    expect(findings(app, packs(app))).toEqual([]);
  });
});

describe('a deployment with all that there can be', () => {
  it.each(['dev', 'prod'])(
    'cdk-nag finds nothing in %s with all that there can be, and nothing is acknowledged for nothing',
    (name) => {
      const { app } = definedApp(name, { context: everything });
      expect(findings(app, packs(app))).toEqual([]);
      const strict = packs(app);
      for (const pack of strict) vi.spyOn(pack as unknown as Acknowledging, 'isAcknowledged').mockReturnValue(false);
      const all = findings(app, strict);
      const idle = acknowledgements(app).filter(([id, path]) => !all.some((one) => one.startsWith(`${id} at ${path}`)));
      expect(idle).toEqual([]);
    },
  );

  // Where not every case is drawn, each environment and each region once at least.
  it.each([
    ['dev', 'eu-central-1'],
    ['prod', 'ap-northeast-1'],
    ['prod', 'us-east-1'],
    ...(isEveryCase
      ? [
          ['prod', 'eu-central-1'],
          ['dev', 'ap-northeast-1'],
          ['dev', 'us-east-1'],
        ]
      : []),
  ] as [string, string][])(
    '%s with all that there can be are templates for %s within the budget of resources',
    (environment, region) => {
      const env = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: region };
      const templates = Object.values(synthesize(environment, { context: everything, env, isSchemaChecked: true }));
      expect(templates).toHaveLength(7);
      for (const template of templates)
        expect(Object.keys(template.toJSON().Resources).length).toBeLessThanOrEqual(resourceBudget);
    },
  );
});

/** Logical ids that a resource needs before itself, in whichever part of it they are. */
function neededBy(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { Ref, 'Fn::GetAtt': attribute, DependsOn = [] } = part as Record<string, string[] | string | undefined>;
  return [Ref ?? [], attribute?.[0] ?? [], DependsOn, ...Object.values(part).map(neededBy)].flat();
}

describe('the order of a deployment', () => {
  it.each(['dev', 'prod'])('no resource of %s needs itself, also not by what watches its update', (environment) => {
    for (const template of Object.values(synthesize(environment, { context: everything }))) {
      const resources: Record<string, object> = template.toJSON().Resources;
      const needs = new Map(Object.entries(resources).map(([id, one]) => [id, new Set(neededBy(one))]));
      // Whatever needs nothing that is left can be made next.
      for (let size = -1; size !== needs.size; ) {
        size = needs.size;
        for (const [id, ids] of needs) if (![...ids].some((one) => needs.has(one))) needs.delete(id);
      }
      expect([...needs.keys()]).toEqual([]);
    }
  });
});

describe('roles', () => {
  const { service } = synthesize('prod', { context: everything });
  const roles = Object.entries(resourcesOf(service, 'AWS::IAM::Role'));

  it('the roles of the service state their rights themselves, without a resource more for each', () => {
    expect(resourcesOf(service, 'AWS::IAM::Policy')).toEqual({});
    for (const [id, { Properties }] of roles)
      expect([id, Properties.Policies?.length ?? 0, Properties.ManagedPolicyArns?.length ?? 0]).toEqual(
        id.startsWith('CanaryRole') ? [id, 0, 1] : [id, 1, 0],
      );
  });

  it('what a role states is short enough for IAM, with room', () => {
    for (const [id, { Properties }] of roles) {
      const statements = (Properties.Policies ?? []).flatMap(
        ({ PolicyDocument }: { PolicyDocument: { Statement: unknown[] } }) => PolicyDocument.Statement,
      );
      expect([id, charactersOf(statements) < policyCharacters]).toEqual([id, true]);
    }
  });
});

describe('synthesis', () => {
  it('synthesis fails on a finding of cdk-nag', () => {
    const { app, data } = definedApp('dev');
    data.table.table.node.findAll().forEach((node) => {
      if (node instanceof CfnTable) node.pointInTimeRecoverySpecification = { pointInTimeRecoveryEnabled: false };
    });
    expect(findings(app, packs(app))).toEqual(['AwsSolutions-DDB3 at data/Data/Table/Resource']);
    expect(() => app.synth()).toThrow('AwsSolutions-DDB3');
  });

  it("synthesis fails on a property that the template's schema does not know", () => {
    const { app, data } = definedApp('dev', { isSchemaChecked: true });
    new CfnResource(data, 'Misspelt', { type: 'AWS::SQS::Queue', properties: { MessageRetentionPeriode: 60 } });
    expect(() => app.synth()).toThrow("'MessageRetentionPeriode' was unexpected");
  });
});

import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resolved } from './resolved.ts';
import { defineApp, type Resource, resourcesOf, synthesize } from './synthesis.ts';

const context = { search: 'managed', firewallRequestsPerFiveMinutes: '10000' };
const templates = { dev: synthesize('dev', { context }), prod: synthesize('prod', { context }) };
const resourcesOfAll = (environment: keyof typeof templates) =>
  Object.entries(templates[environment]).flatMap(([stack, template]) =>
    Object.entries(template.toJSON().Resources as Record<string, Resource & { UpdateReplacePolicy?: string }>).map(
      ([id, resource]) => ({ id: `${stack}/${id}`, ...resource }),
    ),
  );

/** What stays when its stack goes, by the template or, with nothing said there, by CloudFormation's own rule. */
const isKept = ({ DeletionPolicy }: Resource) => DeletionPolicy !== undefined && DeletionPolicy !== 'Delete';

describe('a deployment that failed can be repeated', () => {
  it.each(['dev', 'prod'] as const)(
    'what %s keeps is not kept by the failure of the deployment that made it',
    (name) => {
      const kept = resourcesOfAll(name).filter(isKept);
      // The bucket of the site in each, and in prod data and logs.
      expect(kept.length).toBeGreaterThan(name === 'prod' ? 20 : 0);
      const others = kept.filter(
        ({ DeletionPolicy, UpdateReplacePolicy }) =>
          DeletionPolicy !== 'RetainExceptOnCreate' || UpdateReplacePolicy !== 'Retain',
      );
      expect(
        others.map(({ id, DeletionPolicy, UpdateReplacePolicy }) => [id, DeletionPolicy, UpdateReplacePolicy]),
      ).toEqual([]);
    },
  );

  it.each(['dev', 'prod'] as const)('nothing that %s keeps has a name that the next deployment would want', (name) => {
    const named = resourcesOfAll(name)
      .filter(isKept)
      .flatMap(({ id, Type, Properties = {} }) => {
        const kind = Type.split('::').at(-1) ?? '';
        const given = Properties.Name ?? Properties[`${kind}Name`];
        return given === undefined ? [] : [{ id, name: JSON.stringify(given) }];
      });
    // The log of the runs and the vault of the copies.
    expect(named.length).toBe(name === 'prod' ? 2 : 0);
    for (const { id, name: text } of named) expect(`${id}: ${text}`).toContain('"Ref":"AWS::StackId"');
  });

  it('the state machine, which stays until its last run has ended, and its log are named by their stack', () => {
    const { service } = templates.prod;
    const [machine] = Object.values(resourcesOf(service, 'AWS::StepFunctions::StateMachine'));
    expect(resolved(machine?.Properties.StateMachineName)).toBe('fiducial-prod-flow-run-0a1b2c3d');
    const logs = Object.values(resourcesOf(service, 'AWS::Logs::LogGroup')).flatMap(({ Properties }) =>
      Properties.LogGroupName === undefined ? [] : [resolved(Properties.LogGroupName)],
    );
    expect(logs).toEqual(['/aws/vendedlogs/states/fiducial-prod-flow-run-0a1b2c3d']);
  });

  it('CloudFormation refuses to delete the stack of the data in prod, and no other', () => {
    const isProtected = (environment: string) => {
      const { app, data, search, service, edge, web, observability } = defineApp(environment, { context });
      rmSync(app.outdir, { recursive: true, force: true });
      const stacks = [data, search, service, edge, web, observability].filter((stack) => stack !== undefined);
      expect(stacks).toHaveLength(6);
      return stacks.filter((stack) => stack.terminationProtection).map(({ node }) => node.id);
    };
    expect(isProtected('prod')).toEqual(['data']);
    expect(isProtected('dev')).toEqual([]);
  });
});

import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTemplates, writeTemplates } from '#scripts/emulator/lib/assembly.ts';
import { type StackTemplates, serviceOf, servicesOf, withoutServices } from '#scripts/emulator/lib/lacking-services.ts';
import { communityHealth, paidHealth } from '#test/support/aws/localstack-health.ts';
import { defineApp } from './synthesis.ts';

const { app } = defineApp('local');
const folder = app.outdir;
let templates: StackTemplates;

beforeAll(async () => {
  app.synth();
  templates = await readTemplates(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `<stack> <type> <name>` of every resource. */
const resourcesOf = (all: StackTemplates) =>
  Object.entries(all).flatMap(([stack, { Resources = {} }]) =>
    Object.entries(Resources).map(([name, { Type }]) => `${stack} ${Type} ${name}`),
  );

/** Every value of a key in a document. */
function valuesOf(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [...(name === key ? [part] : []), ...valuesOf(part, key)]);
}

/** The references of templates to what they do not have. */
function danglingIn(all: StackTemplates): string[] {
  const exports = Object.values(all).flatMap(({ Outputs = {} }) => Object.values(Outputs).map((o) => o.Export?.Name));
  return Object.values(all).flatMap((template) => {
    const has = (name: string) =>
      name.startsWith('AWS::') || name in (template.Resources ?? {}) || name in Object(Object(template).Parameters);
    const names = [
      ...valuesOf(template, 'Ref'),
      ...valuesOf(template, 'Fn::GetAtt').map((part) => Object(part)[0]),
      ...valuesOf(template, 'DependsOn').flat(),
    ].map(String);
    const imports = valuesOf(template, 'Fn::ImportValue').map(String);
    return [...names.filter((name) => !has(name)), ...imports.filter((name) => !exports.includes(name))];
  });
}

describe('the stacks in a LocalStack', () => {
  it('the paid edition of LocalStack has all services that the stacks need', () => {
    const needed = servicesOf(templates);
    expect(needed.length).toBeGreaterThan(5);
    expect(needed.filter((name) => !(name in paidHealth.services))).toEqual([]);
  });

  it('the free edition of LocalStack lacks the HTTP API alone, with the rights to call functions by it', () => {
    const lacking = servicesOf(templates).filter((name) => !(name in communityHealth.services));
    expect(lacking).toEqual(['apigatewayv2']);
    const { templates: kept, leftOut } = withoutServices(templates, new Set(lacking));
    const types = new Set(leftOut.map(({ type }) => type.replace(/^(AWS::ApiGatewayV2)::.*/, '$1')));
    expect([...types].sort()).toEqual(['AWS::ApiGatewayV2', 'AWS::Lambda::Permission', 'Output']);
    expect(leftOut.filter(({ part }) => part)).toEqual([]);
    const permissions = resourcesOf(kept).filter((line) => line.includes('AWS::Lambda::Permission'));
    expect(permissions.length).toBeGreaterThan(0);
    expect(Object.keys(kept.data?.Outputs ?? {})).toEqual(Object.keys(templates.data?.Outputs ?? {}));
  });

  it('templates without any one service have nothing of it, and no reference to what is gone', () => {
    expect(danglingIn(templates)).toEqual([]);
    for (const service of servicesOf(templates)) {
      const { templates: kept, leftOut } = withoutServices(templates, new Set([service]));
      expect(servicesOf(kept)).not.toContain(service);
      expect(danglingIn(kept), service).toEqual([]);
      const gone = leftOut.filter(({ part, type }) => !part && type !== 'Output');
      const lines = gone.map(({ stack, type, name }) => `${stack} ${type} ${name}`);
      expect([...resourcesOf(kept), ...lines].sort()).toEqual(resourcesOf(templates).sort());
      expect(gone.some(({ type }) => serviceOf(type) === service)).toBe(true);
    }
  });

  it.each(['scheduler', 'stepfunctions', 'sqs', 'events', 'logs'])(
    'templates without %s keep the API and every function',
    (service) => {
      const { templates: kept } = withoutServices(templates, new Set([service]));
      const functions = (all: StackTemplates) =>
        resourcesOf(all).filter((line) => line.includes('AWS::Lambda::Function '));
      expect(functions(kept)).toEqual(functions(templates));
      expect(kept.service?.Outputs).toHaveProperty('ApiUrl');
    },
  );

  it('CDK is given each changed template by the hash of its text', async () => {
    const { templates: kept } = withoutServices(templates, new Set(['apigatewayv2']));
    await writeTemplates(folder, kept);
    expect(await readTemplates(folder)).toEqual(kept);
    expect(kept.service).not.toEqual(templates.service);
    for (const stack of ['data', 'service']) {
      const text = readFileSync(join(folder, `${stack}.template.json`), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      const { files } = JSON.parse(readFileSync(join(folder, `${stack}.assets.json`), 'utf8'));
      expect(files[hash].source.path).toBe(`${stack}.template.json`);
      const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
      expect(manifest).toContain(`/${hash}.json`);
      const destinations = Object.values(files[hash].destinations) as { objectKey: string }[];
      expect(destinations.map(({ objectKey }) => objectKey)).toEqual([`${hash}.json`]);
    }
  });
});

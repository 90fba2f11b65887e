import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';
import { everything, onlyResource, resourcesOf, synthesize, templateOf } from './synthesis.ts';

const tableArn = 'arn:aws:dynamodb:eu-central-1:111122223333:table/fiducial-restored';
const tableStreamArn = `${tableArn}/stream/2026-11-27T08:30:00.000`;

const usual = synthesize('prod', { context: { ...everything } });
const switched = synthesize('prod', { context: { ...everything, tableStreamArn } });

const textOf = (template: Template | undefined) => JSON.stringify(template?.toJSON());
const exportsOf = (template: Template) =>
  Object.values(template.toJSON().Outputs as Record<string, { Export?: { Name: string } }>).flatMap(
    ({ Export }) => Export?.Name ?? [],
  );

describe('a service over an existing table (rule DEPLOY-50)', () => {
  it('every function uses the existing table, and every role refers to it and its indexes alone', () => {
    const functions = Object.values(resourcesOf(switched.service, 'AWS::Lambda::Function'));
    const names = functions.flatMap(({ Properties }) => Properties.Environment?.Variables?.TABLE_NAME ?? []);
    expect(names.length).toBeGreaterThan(20);
    expect(new Set(names)).toEqual(new Set(['fiducial-restored']));
    expect(textOf(usual.service)).toMatch(/ImportValue":"[^"]*DataTable/);
    expect(textOf(switched.service)).not.toMatch(/ImportValue":"[^"]*DataTable/);
    for (const { name } of tableDefinition.indexes)
      expect(textOf(switched.service)).toContain(`${tableArn}/index/${name}`);
  });

  it('the consumers read the stream of the existing table from its beginning', () => {
    const mappings = Object.values(resourcesOf(switched.service, 'AWS::Lambda::EventSourceMapping'));
    const ofStreams = mappings.filter(({ Properties }) => Properties.StartingPosition !== undefined);
    expect(ofStreams.length).toBeGreaterThanOrEqual(2);
    for (const { Properties } of ofStreams)
      expect(Properties).toMatchObject({ EventSourceArn: tableStreamArn, StartingPosition: 'TRIM_HORIZON' });
  });

  it('copies, alarms, dashboard and the output TableName follow', () => {
    const { Resources } = onlyResource(switched.data, 'AWS::Backup::BackupSelection').Properties.BackupSelection;
    expect(Resources[0]).toBe(tableArn);
    expect(textOf(switched.observability)).toContain('"TableName","Value":"fiducial-restored"');
    expect(switched.data.toJSON().Outputs.TableName.Value).toBe('fiducial-restored');
    expect(textOf(templateOf(switched, 'observability'))).not.toMatch(/DataTable/);
  });

  it('the stack data keeps its own table and every export that the deployed service may import', () => {
    expect(exportsOf(switched.data)).toEqual(expect.arrayContaining(exportsOf(usual.data)));
    const tables = (template: Template) => resourcesOf(template, 'AWS::DynamoDB::Table');
    expect(tables(switched.data)).toEqual(tables(usual.data));
  });

  it('the setting is refused where it is not the ARN of a stream', () => {
    for (const wrong of [tableArn, 'fiducial-restored', `${tableArn}/index/gsi1`])
      expect(() => synthesize('dev', { context: { tableStreamArn: wrong } })).toThrow(
        "tableStreamArn is neither empty nor the ARN of a table's stream",
      );
  });
});

describe('a deployment without deliveries (rule DEPLOY-52)', () => {
  const states = (context: Record<string, unknown>) =>
    Object.values(resourcesOf(synthesize('dev', { context }).service, 'AWS::Events::Rule')).flatMap(
      ({ Properties: { ScheduleExpression, State } }) => (ScheduleExpression ? [`${ScheduleExpression} ${State}`] : []),
    );

  it('nothing starts the deliveries, and the sweep goes on', () => {
    expect(states({}).sort()).toEqual(['rate(1 minute) ENABLED', 'rate(5 minutes) ENABLED']);
    expect(states({ deliveries: 'false' }).sort()).toEqual(['rate(1 minute) DISABLED', 'rate(5 minutes) ENABLED']);
  });
});

import {
  bucketArn,
  bucketName,
  pseudoParameters,
  schedulerNames,
  secretArn,
  tableArn,
} from '#test/support/aws/deployed-names.ts';

/** What CloudFormation names itself, by what the template calls it: `<logical id>.<attribute>` or the name of an export. */
const given: readonly (readonly [RegExp, string])[] = [
  [/DataTable\w*Arn\w*$/, tableArn],
  [/ServiceSecret\w*$/, secretArn],
  [/ArtifactsBucket\w*Arn\w*$/, bucketArn],
  [/RefArtifactsBucket\w*$/, bucketName],
  [/^SchedulesRole\w*\.Arn$/, schedulerNames.roleArn],
  [/^SchedulesDeadLetters\w*\.Arn$/, schedulerNames.deadLetterArn],
];

interface Intrinsic {
  Ref?: string;
  'Fn::GetAtt'?: [string, string];
  'Fn::ImportValue'?: string;
  'Fn::Join'?: [string, unknown[]];
  'Fn::Select'?: [number, { 'Fn::Split': [string, unknown] }];
}

/**
 * The text that a value of a template has in the account of `deployed-names.ts`. What has no name there stays as the
 * template says it.
 */
export function resolved(value: unknown): string {
  if (typeof value === 'string') return value;
  const {
    Ref,
    'Fn::GetAtt': attribute,
    'Fn::ImportValue': exported,
    'Fn::Join': join,
    'Fn::Select': part,
  } = value as Intrinsic;
  if (join) return join[1].map(resolved).join(join[0]);
  if (part?.[1]['Fn::Split']) return resolved(part[1]['Fn::Split'][1]).split(part[1]['Fn::Split'][0])[part[0]] ?? '';
  const name = exported ?? attribute?.join('.') ?? Ref ?? JSON.stringify(value);
  return pseudoParameters[name] ?? given.find(([pattern]) => pattern.test(name))?.[1] ?? `<${name}>`;
}

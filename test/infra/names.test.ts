import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { edgeRegion } from '#infra/stacks/edge-stack.ts';
import { resolved } from './resolved.ts';
import { everything, type Resource, synthesize } from './synthesis.ts';

/** A name that a template gives, and what it has to be unique in. */
interface Given {
  /** `<environment> <region> <stack>/<logical id>`. */
  by: string;
  name: string;
}

const account = '111122223333';
const regions = ['eu-central-1', 'ap-northeast-1'] as const;
const environments = ['dev', 'prod'] as const;

/** Types whose names are unique in an account, across regions. */
const isGlobal = (type: string) => /^AWS::(CloudFront|IAM|Route53|S3)::|^AWS::CloudWatch::Dashboard$/.test(type);

/** Types whose names count within the resource that they belong to. */
const isPart = (type: string) => /^AWS::IAM::Policy$|^AWS::ApiGatewayV2::Stage$|^AWS::Lambda::Alias$/.test(type);

/** The name that a resource gives itself: `Name`, or one like its type (`LogGroupName`), also in `<Type>Config`. */
function ownNames({ Type, Properties = {} }: Resource): string[] {
  const kind = Type.split('::').at(-1) ?? '';
  const within = Object.entries(Properties).flatMap(([key, value]) =>
    key === `${kind}Config` && value.Name !== undefined ? [value.Name] : [],
  );
  const direct = Object.entries(Properties).flatMap(([key, value]) =>
    key === 'Name' || (key.endsWith('Name') && kind.endsWith(key.slice(0, -'Name'.length))) ? [value] : [],
  );
  // A host has a record of each type.
  const kindOfRecord = Type === 'AWS::Route53::RecordSet' ? ` ${Properties.Type}` : '';
  return isPart(Type) ? [] : [...direct, ...within].map((name) => `${resolved(name)}${kindOfRecord}`);
}

/** Every physical name of the environments in the regions of one account, with those of exports. */
function givenNames(): Given[] {
  const all = environments.flatMap((environment) => regions.map((region) => ({ environment, region })));
  return all.flatMap(({ environment, region }) => {
    const templates = synthesize(environment, {
      // Everything that there can be is there.
      context: { ...everything, publicUrl: `https://${environment}-${region}.example.org` },
      env: { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region },
    });
    return Object.entries(templates).flatMap(([stack, template]) =>
      namesOf(template, stack === 'edge' ? edgeRegion : region, `${environment} ${region} ${stack}`),
    );
  });
}

function namesOf(template: Template, region: string, by: string): Given[] {
  const { Resources, Outputs = {} } = template.toJSON() as {
    Resources: Record<string, Resource>;
    Outputs?: Record<string, { Export?: { Name: string } }>;
  };
  const resources = Object.entries(Resources).flatMap(([id, resource]) =>
    ownNames(resource).map((name) => ({
      by: `${by}/${id}`,
      name: `${resource.Type} ${isGlobal(resource.Type) ? 'of the account' : region} ${name}`,
    })),
  );
  const exported = Object.entries(Outputs).flatMap(([id, { Export }]) =>
    Export ? [{ by: `${by}/${id}`, name: `export ${region} ${resolved(Export.Name)}` }] : [],
  );
  return [...resources, ...exported];
}

describe('names of resources in one account', () => {
  const given = givenNames();

  it('no two resources of dev and prod in two regions have one physical name', () => {
    const shared = [...Map.groupBy(given, ({ name }) => name)].filter(([, givers]) => givers.length > 1);
    expect(shared.map(([name, givers]) => `${name}: ${givers.map(({ by }) => by).join(', ')}`)).toEqual([]);
  });

  it('every resource whose name CDK would make of its path alone says its environment and its region', () => {
    const ofCloudFront = given.filter(({ name }) => /^AWS::(CloudFront|Logs::ResourcePolicy|WAFv2)/.test(name));
    // Two policies, the headers, two functions, the access to the bucket, the firewall and the policy of search's logs.
    expect(ofCloudFront).toHaveLength(8 * environments.length * regions.length);
    for (const { by, name } of ofCloudFront) {
      const [environment, region] = by.split(' ');
      expect(name).toContain(` fiducial-${environment}-${region}-`);
    }
  });

  it('the two regions of an environment have two stacks in us-east-1, and each reads its own', () => {
    const webOf = (region: string) =>
      JSON.stringify(
        synthesize('prod', {
          context: { firewallRequestsPerFiveMinutes: '10000' },
          env: { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region },
        }).web,
      );
    for (const region of regions) expect(webOf(region)).toContain(`"StackName":"fiducial-prod-${region}-edge"`);
  });
});

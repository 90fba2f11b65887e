import { describe, expect, it } from 'vitest';
import { resolved } from './resolved.ts';
import { resourcesOf, synthesize, templateOf } from './synthesis.ts';

const region = 'eu-central-1';
const env = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: region };
const access = templateOf(synthesize('prod', { context: { githubRepository: 'lab/fiducial' }, env }), 'access');

const roles = Object.values(resourcesOf(access, 'AWS::IAM::Role')).map(({ Properties }) => {
  const [trusted, ...others] = Properties.AssumeRolePolicyDocument.Statement;
  expect(others).toEqual([]);
  const [rights, ...more] = Properties.Policies.flatMap(
    (one: { PolicyDocument: { Statement: object[] } }) => one.PolicyDocument.Statement,
  );
  expect(more).toEqual([]);
  return { description: Properties.Description as string, trusted, rights };
});
const roleThat = (does: string) => {
  const found = roles.find(({ description }) => description.startsWith(`Fiducial: ${does}`));
  if (!found) throw new Error(`No role ${does}`);
  return found;
};
const rightsOf = (does: string) => {
  const { Action, Effect, Resource } = roleThat(does).rights;
  return {
    action: Action,
    effect: Effect,
    resources: [Resource]
      .flat()
      .map((arn) => resolved(arn))
      .toSorted(),
  };
};

describe("access of a repository's workflows", () => {
  it.each([
    ['deploys', 'repo:lab/fiducial:environment:prod'],
    ['reads the templates', 'repo:lab/fiducial:ref:refs/heads/main'],
  ])('the role that %s is given to %s alone, by a token for AWS', (does, subject) => {
    const { Action, Condition, Principal } = roleThat(does).trusted;
    expect(Action).toBe('sts:AssumeRoleWithWebIdentity');
    expect(resolved(Principal.Federated)).toMatch(/:oidc-provider\/token\.actions\.githubusercontent\.com$/);
    expect(Condition).toEqual({
      StringEquals: {
        'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
        'token.actions.githubusercontent.com:sub': subject,
      },
    });
  });

  it('a deployment assumes the roles of the bootstrap in both regions, and has no other right', () => {
    const names = [region, 'us-east-1']
      .flatMap((at) =>
        ['deploy', 'file-publishing', 'lookup'].map((kind) => `cdk-hnb659fds-${kind}-role-111122223333-${at}`),
      )
      .map((name) => `arn:aws:iam::111122223333:role/${name}`);
    expect(rightsOf('deploys')).toEqual({ action: 'sts:AssumeRole', effect: 'Allow', resources: names.toSorted() });
  });

  it('a comparison reads templates of the stacks of its environment, and nothing else: no object, variable, value or role', () => {
    expect(rightsOf('reads the templates')).toEqual({
      action: 'cloudformation:GetTemplate',
      effect: 'Allow',
      resources: [region, 'us-east-1'].map((at) => `arn:aws:cloudformation:${at}:111122223333:stack/fiducial-prod-*`),
    });
  });

  it('no role is given to the workflows of a pull request', () => {
    expect(roles).toHaveLength(2);
    expect(JSON.stringify(access.toJSON())).not.toContain('pull_request');
  });

  it('no repository has access unless one is named, and a name that is none stops the synthesis', () => {
    expect(synthesize('prod').access).toBeUndefined();
    expect(() => synthesize('prod', { context: { githubRepository: 'lab' } })).toThrow(
      "githubRepository is neither empty nor 'owner/name'",
    );
  });
});

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
  const { Action, Resource } = roleThat(does).rights;
  return {
    action: Action,
    names: [Resource]
      .flat()
      .map((arn) => resolved(arn).split(':role/')[1])
      .toSorted(),
  };
};

describe("access of a repository's workflows", () => {
  it.each([
    ['deploys', 'repo:lab/fiducial:environment:prod'],
    ['compares', 'repo:lab/fiducial:pull_request'],
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

  it('whoever deploys assumes the roles of the bootstrap in both regions, whoever compares those that look', () => {
    const named = (kinds: string[]) =>
      [region, 'us-east-1']
        .flatMap((at) => kinds.map((kind) => `cdk-hnb659fds-${kind}-role-111122223333-${at}`))
        .toSorted();
    expect(rightsOf('deploys')).toEqual({
      action: 'sts:AssumeRole',
      names: named(['deploy', 'file-publishing', 'lookup']),
    });
    expect(rightsOf('compares')).toEqual({ action: 'sts:AssumeRole', names: named(['lookup']) });
  });

  it('no repository has access unless one is named, and a name that is none stops the synthesis', () => {
    expect(synthesize('prod').access).toBeUndefined();
    expect(() => synthesize('prod', { context: { githubRepository: 'lab' } })).toThrow(
      "githubRepository is neither empty nor 'owner/name'",
    );
  });
});

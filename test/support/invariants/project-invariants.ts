import { expect } from 'vitest';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import { memberEntity, memberMirrorEntity, projectEntity, projectNameEntity } from '#shared/projects/store/projects.ts';

/**
 * What holds of every table: each membership has a mirror that equals it but for its last access, and the other way round; each project has
 * exactly one active owner, who is the one that the project names; each name is held once, for its project's owner.
 */
export function checkProjects(table: Map<string, string>): void {
  const items = [...table.values()].map((text) => fromImage(JSON.parse(text)));
  const all = (entity: string) => items.filter((item) => item.entity === entity);
  const members = all('member').map((item) => {
    const { lastAccessedAt: _lastAccessedAt, ...member } = memberEntity.decode(item);
    return member;
  });
  const mirrors = all('member-mirror').map((item) => memberMirrorEntity.decode(item));
  const byIds = (list: typeof members) =>
    new Map(list.map((member) => [`${member.projectId} ${member.userId}`, member]));
  expect(byIds(mirrors)).toEqual(byIds(members));
  const projects = all('project').map((item) => projectEntity.decode(item));
  for (const project of projects) {
    const owners = members.filter(({ projectId, role }) => projectId === project.projectId && role === 'owner');
    expect(owners).toMatchObject([{ userId: project.ownerUserId, username: project.ownerUsername, status: 'active' }]);
  }
  const names = all('project-name').map((item) => projectNameEntity.decode(item));
  const held = names.map(({ ownerUserId, name, projectId }) => [projectId, ownerUserId, name].join());
  const given = projects.map(({ ownerUserId, name, projectId }) => [projectId, ownerUserId, name].join());
  expect(held.sort()).toEqual(given.sort());
}

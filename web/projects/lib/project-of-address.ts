import { needsProject, splitAddress } from '#shared/kernel/rules/page-address.ts';
import type { Project } from '../../ui/lib/api/wire.ts';
import { activeProjects } from './active-projects.ts';

/**
 * Which project an address leads to (rule NAV-15): one, or one of several that a person has to choose between. Undefined: none
 * of the caller's.
 */
export type FoundProject = { projectId: string } | { choices: readonly Project[] } | undefined;

/** What decides where an address leads that names no project and nothing in one. */
interface Usual {
  /** The project that this browser was in last. */
  last: string | undefined;
  default: string | null;
}

/** @param address path and query, with or without a project */
export function projectOfAddress(address: string, projects: readonly Project[], usual: Usual): FoundProject {
  const open = activeProjects(projects);
  const { project, path } = splitAddress(address);
  if (project !== undefined)
    return oneOf(open.filter(({ project_id }) => project_id === project)) ?? bySlug(open, project);
  const has = (id: string | null | undefined) => open.find(({ project_id }) => project_id === id);
  const only = open.length === 1 ? open[0] : undefined;
  const chosen =
    only ??
    has(projectOfPage(path)) ??
    (namesSomething(path) ? undefined : (has(usual.last) ?? has(usual.default) ?? open[0]));
  return oneOf(chosen ? [chosen] : open);
}

/** Whether an address names a thing, or a filter of a list: then it leads to different pages in different projects. */
export const namesSomething = (path: string): boolean => needsProject(path) && !/^\/[^/?#]*\/?(#.*)?$/.test(path);

/** A project's name as an address can have it: `Lab 2, Zürich` is `lab-2-zurich`. Empty for one without letters and digits. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

function bySlug(open: readonly Project[], name: string): FoundProject {
  const slug = slugOf(name);
  return oneOf(open.filter((project) => slug !== '' && slugOf(project.name) === slug));
}

/** The project that a page of a project is about. */
const projectOfPage = (path: string): string | undefined => /^\/projects\/([^/?#]+)/.exec(path)?.[1];

function oneOf(found: readonly Project[]): FoundProject {
  const [first, ...others] = found;
  if (first === undefined) return undefined;
  return others.length === 0 ? { projectId: first.project_id } : { choices: found };
}

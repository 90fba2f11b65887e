import { extensionOf, type FileFacts, flowFolder } from '#shared/flows/rules/file-paths.ts';
import { flowNamePattern } from '#shared/flows/rules/names.ts';

/** The files of flows as QDash shows them (rule FLOW-8). */

/** How many versions of a flow its folder shows, the newest; older ones are read by their paths. */
const shownVersions = 20;

/** The unchanged name of a flow's source among the helpers. */
export const helperName = ({ name, runner }: Pick<FileFacts, 'name' | 'runner'>): string =>
  `${name}.${extensionOf(runner)}`;

/** What a path names: all flows, one, or a version of one; undefined for any other path. */
type FlowPlace = { flow?: undefined } | { flow: string; version?: number | undefined };

export function parseFlowPath(path: string): FlowPlace | undefined {
  const [folder, flow, file, ...more] = path.replace(/^\/|\/$/g, '').split('/');
  if (folder !== flowFolder || more.length > 0) return undefined;
  if (flow === undefined) return {};
  if (!flowNamePattern.test(flow)) return undefined;
  if (file === undefined) return { flow };
  const version = /^v([1-9]\d{0,5})\.(yaml|yml|py)$/.exec(file)?.[1];
  return version === undefined ? undefined : { flow, version: Number(version) };
}

/** The flow of a helper's file name; undefined for another name. */
export function flowOfHelper(filename: string): string | undefined {
  const [, name = ''] = /^(.+)\.(yaml|yml|py)$/.exec(filename) ?? [];
  return flowNamePattern.test(name) ? name : undefined;
}

/** The versions that a folder shows, the oldest of them first. */
export const versionsShown = (last: number): number[] =>
  Array.from({ length: Math.min(last, shownVersions) }, (_, n) => last - Math.min(last, shownVersions) + 1 + n);

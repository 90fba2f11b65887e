import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Licensed } from './licences.ts';

/** A package in npm's lockfile. */
export interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
}

/** The packages of a lockfile by path, such as `node_modules/zod`, without the project itself. */
export function lockedPackages(root: string): Map<string, LockedPackage> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = lock.packages as Record<string, LockedPackage>;
  return new Map(Object.entries(packages).filter(([path]) => path !== ''));
}

/** The name of a locked package: the end of its path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Every package below `node_modules`, including nested ones. */
export function installedPackages(root: string, folder: string = join(root, 'node_modules')): Licensed[] {
  if (!existsSync(folder)) return [];
  const directories = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(folder, entry.name));
  return directories.flatMap((directory) => {
    // A scope is a folder of packages.
    if (relative(folder, directory).startsWith('@')) return scope(root, directory);
    return packageAt(root, directory);
  });
}

function scope(root: string, directory: string): Licensed[] {
  return readdirSync(directory).flatMap((name) => packageAt(root, join(directory, name)));
}

function packageAt(root: string, directory: string): Licensed[] {
  const file = join(directory, 'package.json');
  const nested = installedPackages(root, join(directory, 'node_modules'));
  if (!existsSync(file)) return nested;
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const path = relative(root, directory);
  return [
    { name: manifest.name ?? nameOf(path), version: manifest.version ?? '', path, licence: licenceOf(manifest) },
    ...nested,
  ];
}

/** `license` as text; older packages have an object, or a list of alternatives. */
function licenceOf(manifest: { license?: unknown; licenses?: unknown }): string | undefined {
  const { license, licenses } = manifest;
  if (typeof license === 'string') return license;
  const entries = [license, ...(Array.isArray(licenses) ? licenses : [])].map((entry) => entry?.type);
  const types = entries.filter((type) => typeof type === 'string');
  return types.length > 0 ? types.join(' OR ') : undefined;
}

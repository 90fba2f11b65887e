import { type LockedPackage, nameOf } from './installed-packages.ts';

/** The part of a CycloneDX bill of materials that is read here. */
export interface BillOfMaterials {
  bomFormat: string;
  metadata: { component: { name: string; version: string } };
  components: { name: string; version: string; purl: string }[];
}

/**
 * Problems of a bill of materials: production packages that it does not list. Optional packages belong to one platform,
 * and count only if installed. Pure.
 * @param installed paths of the installed packages, such as `node_modules/zod`.
 */
export function missingFromBill(
  bill: BillOfMaterials,
  locked: ReadonlyMap<string, LockedPackage>,
  installed: ReadonlySet<string>,
): string[] {
  const listed = new Set(bill.components.map(({ purl }) => purl));
  return [...locked]
    .filter(([path, { dev, devOptional, optional }]) => !dev && !devOptional && (!optional || installed.has(path)))
    .map(([path, { version = '' }]) => packageUrl(nameOf(path), version))
    .filter((purl) => !listed.has(purl));
}

/** The package URL of an npm package (purl, type npm), with the scope's `@` encoded. */
export const packageUrl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

import { type LockedPackage, nameOf } from './installed-packages.ts';

/** A CycloneDX bill of materials, as far as it is read here. */
export interface BillOfMaterials {
  bomFormat: string;
  metadata: { component: { name: string; version: string } };
  components: { name: string; version: string; purl: string }[];
}

/**
 * What is wrong with a bill of materials: packages that the service runs on and that it does not list. Optional ones
 * belong to one platform, and are asked for only where they are installed. Pure.
 * @param installed paths of the packages that are installed, such as `node_modules/zod`.
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

/** The package URL of an npm package (purl, type npm): the scope's `@` is encoded. */
export const packageUrl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

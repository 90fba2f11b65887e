/**
 * `npm run sbom`: writes the bill of materials (CycloneDX) to `dist/sbom.json` with npm, and fails unless it lists
 * every production package. Development packages are marked as such, since some are part of the built pages.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '#shared/kernel/version.ts';
import { projectRoot } from '../tools/project-root.ts';
import { type BillOfMaterials, missingFromBill } from './lib/bill-of-materials.ts';
import { installedPackages, lockedPackages } from './lib/installed-packages.ts';
import { npm } from './lib/npm.ts';

const file = join(projectRoot, 'dist/sbom.json');

async function main(): Promise<number> {
  const { code, stdout, stderr } = await npm(['sbom', '--sbom-format', 'cyclonedx']);
  if (code !== 0) {
    console.error(stderr);
    return 1;
  }
  const bill: BillOfMaterials = JSON.parse(stdout);
  // npm names the project after its folder.
  bill.metadata.component.name = 'fiducial';
  bill.metadata.component.version = version;
  const installed = new Set(installedPackages(projectRoot).map(({ path }) => path));
  const missing = missingFromBill(bill, lockedPackages(projectRoot), installed);
  for (const purl of missing) console.error(`${purl} is missing in the bill of materials`);
  if (missing.length > 0) return 1;
  await mkdir(join(projectRoot, 'dist'), { recursive: true });
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${file}: ${bill.components.length} packages`);
  return 0;
}

process.exitCode = await main();

/** `npm run audit:licences`: fails unless this project may use the licence of every installed package. */

import { projectRoot } from '../tools/project-root.ts';
import { installedPackages, lockedPackages, nameOf } from './lib/installed-packages.ts';
import { licenceExceptions, licenceProblems, staleExceptions } from './lib/licences.ts';

function main(): number {
  const installed = installedPackages(projectRoot);
  const locked = lockedPackages(projectRoot);
  const paths = new Set(installed.map(({ path }) => path));
  const missing = [...locked].filter(([path, entry]) => !(entry.optional || entry.devOptional) && !paths.has(path));
  const problems = [
    ...licenceProblems(installed),
    ...missing.map(([path]) => `${path} is in package-lock.json and not installed, so its licence was not read`),
    ...staleExceptions(new Set([...locked.keys()].map(nameOf))).map(
      (name) => `the exception for ${name} is not needed`,
    ),
  ];
  for (const problem of problems) console.error(problem);
  const counts = Map.groupBy(installed, ({ licence }) => licence ?? 'none');
  const table = [...counts].map(([licence, packages]) => ({ licence, count: packages.length }));
  for (const { licence, count } of table.sort((a, b) => b.count - a.count)) console.log(`${count} ${licence}`);
  const excepted = installed.filter(({ name }) => licenceExceptions.some(({ packages }) => packages.includes(name)));
  console.log(`${installed.length} packages, ${excepted.length} by exception, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = main();

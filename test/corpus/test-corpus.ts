/**
 * `npm run test:corpus -- FOLDER`: reads every file of a folder with the import of its format, prints what is read, left
 * out and refused, and fails where a second reader finds other numbers.
 */
import { readCorpus } from '../support/corpus/read-corpus.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Give the folder of the files: npm run test:corpus -- FOLDER');
  process.exit(2);
}
const rows = await readCorpus(folder);
for (const { files, format, refused, read, values, leftOut, compared, differences } of rows) {
  const name = files.length > 3 ? `${files.slice(0, 3).join(' ')} and ${files.length - 3} more` : files.join(' ');
  const counts = `read ${read}, values ${values}, left out ${leftOut}, compared ${compared}`;
  console.log(`${format} ${name}: ${refused === undefined ? counts : `refused: ${refused}`}`);
  for (const difference of differences.slice(0, 10)) console.log(`  ${difference}`);
  if (differences.length > 10) console.log(`  and ${differences.length - 10} more`);
}
const wrong = rows.filter(({ differences }) => differences.length > 0).length;
const refused = rows.filter((row) => row.refused !== undefined).length;
console.log(`${rows.length - wrong - refused} the same, ${wrong} different, ${refused} refused`);
process.exitCode = wrong > 0 ? 1 : 0;

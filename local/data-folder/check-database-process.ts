import { databaseProblem } from './database-damage.ts';

/* Prints what is wrong with the given database file; prints nothing for a sound one. */

console.log(databaseProblem(process.argv[2] ?? '') ?? '');

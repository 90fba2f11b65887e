import { databaseProblem } from './database-damage.ts';

/* Prints what is wrong with the database file that it is given; nothing for a sound one. */

console.log(databaseProblem(process.argv[2] ?? '') ?? '');

import { type CostLine, lineOf, sumOf } from './cost-line.ts';
import measured from './measured.json' with { type: 'json' };
import prices from './prices.json' with { type: 'json' };
import { copiesOfTable, idleWorkerCosts, openPageCosts, runCosts, twentyPeople } from './use-costs.ts';

const gigabyte = 1e9;
const million = 1e6;

/** A month of a lab that has run since the first month, as the twenty people's does: a run every hour on each of three chips. */
export interface LabMonth {
  /** From 1. */
  month: number;
  /** Of each run. */
  tasks: number;
  /** The setting `resultsKeptMonths`. */
  keptMonths: number;
}

/** Runs of a month. */
const runs = 3 * 720;

/** What a month of the lab costs on a prod that costs so much while it is idle. */
export function labCosts({ month, tasks, keptMonths }: LabMonth, idleDollars: number): CostLine[] {
  const { dynamodb, objects, backup } = prices;
  const { storedBytesPerTask, resultBytesPerTask, fileBytesPerTask } = measured.run;
  const monthly = runs * tasks;
  // Half of the present month, on the average.
  const months = month - 0.5;
  const archivedMonths = keptMonths === 0 ? 0 : Math.max(0, month - 1 - keptMonths);
  const inTable = (months - archivedMonths) * monthly * storedBytesPerTask;
  const left = archivedMonths * monthly * (storedBytesPerTask - resultBytesPerTask);
  const files = (months * monthly * fileBytesPerTask) / gigabyte;
  const archived = (archivedMonths * monthly * measured.archivedResult.fileBytes) / gigabyte;
  const leaving = archivedMonths > 0 ? monthly : 0;
  const tableGigabyte =
    dynamodb.gigabyteMonth + dynamodb.recoveryGigabyteMonth + copiesOfTable() * backup.tableGigabyteMonth;
  const perTable = Number(tableGigabyte.toFixed(2));
  return [
    lineOf('Idle', 1, Number(idleDollars.toFixed(2))),
    lineOf('Runs', runs, Number(sumOf(runCosts(tasks)).toFixed(5))),
    lineOf('A worker that waits', 1, Number(sumOf(idleWorkerCosts()).toFixed(2))),
    lineOf('Pages of 20 people', 1, Number(sumOf(openPageCosts(twentyPeople)).toFixed(2))),
    lineOf('Results in the table, with indexes and copies, GB', inTable / gigabyte, perTable),
    lineOf('What stays of archived ones, GB', left / gigabyte, perTable),
    lineOf('Files and their copies, GB', files, Number((objects.gigabyteMonth + backup.filesGigabyteMonth).toFixed(3))),
    lineOf(
      'Archived results and their copies, GB',
      archived,
      Number((objects.archiveGigabyteMonth + backup.filesGigabyteMonth).toFixed(3)),
    ),
    lineOf(
      'Taking results out, write units',
      leaving * measured.archivedResult.writeUnits,
      dynamodb.millionWriteUnits,
      million,
    ),
    lineOf(
      'Taking results out, read units',
      leaving * measured.archivedResult.readUnits,
      dynamodb.millionReadUnits,
      million,
    ),
  ].filter(({ dollars }) => dollars > 0);
}

import { type Collection, commonFields, Refusal } from '../collection.ts';
import { type Doc, numberOf, textOf } from '../document.ts';

const indexOf = (doc: Doc): number => numberOf(doc.index) ?? 0;

/** `execution_counter`: the number of the latest run of a chip and day. */
export const counters: Collection = {
  name: 'execution_counter',
  fields: [...commonFields, 'date', 'user_id', 'username', 'chip_id', 'index'],
  keyOf: (doc) => JSON.stringify([textOf(doc, 'chip_id'), textOf(doc, 'date')]),
  // Early counters are those of one user each.
  merge: (docs) => docs.reduce((highest, doc) => (indexOf(doc) > indexOf(highest) ? doc : highest)),
  map(doc, { projectId, tally, emit }) {
    const date = textOf(doc, 'date');
    const index = indexOf(doc);
    if (!/^\d{8}$/.test(date) || !Number.isSafeInteger(index) || index < 0) throw new Refusal('counts no day');
    tally.sawExecution(projectId, date, index);
    emit('counter', { projectId, chipId: textOf(doc, 'chip_id'), date, username: textOf(doc, 'username'), index });
  },
};

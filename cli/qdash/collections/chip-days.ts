import { type Collection, commonFields, Refusal } from '../collection.ts';
import { textOf } from '../document.ts';

/** `chip_history`: a chip as a day left it. The service makes its days from the marks and states of its chip. */
export const chipDays: Collection = {
  name: 'chip_history',
  fields: [...commonFields, 'chip_id', 'user_id', 'username', 'size', 'topology_id', 'installed_at', 'recorded_date'],
  homeless: {
    qubits: 'early days repeat the qubits, which are imported from qubit_history',
    couplings: 'early days repeat the couplings, which are imported from coupling_history',
    cooldown_id: 'the cool-down of a day follows from that of its qubits',
    activity_status: 'the status of a past day is that of the chip',
    current_cooldown_id: 'the cool-down of a day follows from that of its qubits',
    note: 'notes are imported from the chip itself',
  },
  keyOf: (doc) => JSON.stringify([textOf(doc, 'chip_id'), textOf(doc, 'recorded_date')]),
  map(doc, { projectId, survey }) {
    if (!survey.chip(projectId, textOf(doc, 'chip_id'))) throw new Refusal('its chip is not in the dump');
    if (!/^\d{8}$/.test(textOf(doc, 'recorded_date'))) throw new Refusal('its recorded_date is not a day');
  },
};

import type { LatticeKind } from '../../../../chips/rules/target-kinds.ts';
import { ownEntry } from '../../../../kernel/rules/own-entry.ts';
import type { Field } from '../../import/fields.ts';
import type { ExportedTarget, ExportedValue } from '../chip-document.ts';
import { fieldNumber, leaveRest, reasons } from '../parameters/fields.ts';
import type { LeftOutFields } from '../parameters/left-out.ts';
import type { HandOver } from './hand-over.ts';

/** Reads the numbers of one target for a file, and lists what the file does not say of it. */
export class TargetNumbers {
  readonly #kind: LatticeKind;
  readonly #target: ExportedTarget;
  readonly #handOver: HandOver;
  readonly #leftOut: LeftOutFields;
  readonly #carried = new Set<string>();
  readonly measured: string[] = [];

  constructor(kind: LatticeKind, target: ExportedTarget, handOver: HandOver, leftOut: LeftOutFields) {
    this.#kind = kind;
    this.#target = target;
    this.#handOver = handOver;
    this.#leftOut = leftOut;
  }

  /** The number that the import of a field reads as the value of a metric, and that value; undefined for none. */
  read(field: Field, metric: string): { number: number; value: ExportedValue } | undefined {
    const { id, values, faulty } = this.#target;
    const value = Object.hasOwn(faulty, metric) ? undefined : ownEntry(values, metric);
    this.#carried.add(metric);
    if (!value) {
      const reason = this.#handOver.reasonFor(this.#kind, id, metric);
      return this.#leftOut.add(this.#kind, id, metric, reason ?? reasons.number);
    }
    const found = fieldNumber(this.#kind, field, value);
    if (!found) return this.#leftOut.add(this.#kind, id, metric, reasons.number);
    if (value.error !== undefined) this.#leftOut.add(this.#kind, id, `${metric} error`, reasons.error);
    this.measured.push(value.calibratedAt);
    return { number: found.value, value };
  }

  /** Lists the values that no field has. */
  leaveRest(): void {
    const { faulty, ...target } = this.#target;
    const unread = Object.entries(faulty).filter(([metric]) => !this.#carried.has(metric));
    leaveRest(this.#leftOut, this.#kind, { ...target, faulty: Object.fromEntries(unread) }, this.#carried);
  }
}

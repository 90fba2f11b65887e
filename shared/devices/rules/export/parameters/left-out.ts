import type { TargetKind } from '../../../../chips/rules/target-kinds.ts';

/** What a format cannot carry, of which targets, and why. */
export interface LeftOutField {
  kind: TargetKind;
  field: string;
  reason: string;
  targets: string[];
}

/** Parameters in a format of others, and what is not in them. */
export interface ExportedParameters {
  document: Record<string, unknown>;
  /** When the youngest value in it was measured: the format dates the document as a whole. Null without a value. */
  measuredAt: string | null;
  leftOut: LeftOutField[];
}

/** Gathers what is left out, by field and reason in the order in which they came. */
export class LeftOutFields {
  readonly #fields = new Map<string, LeftOutField>();

  add(kind: LeftOutField['kind'], id: string, field: string, reason: string): undefined {
    const key = JSON.stringify([kind, field, reason]);
    const known = this.#fields.get(key) ?? { kind, field, reason, targets: [] };
    known.targets.push(id);
    this.#fields.set(key, known);
  }

  get list(): LeftOutField[] {
    return [...this.#fields.values()];
  }
}

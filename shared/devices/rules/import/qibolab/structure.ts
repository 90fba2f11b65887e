import { isObject } from '../problems.ts';

type JsonObject = Record<string, unknown>;

/** A runcard of qibolab 0.1: its qubits, and their characterization or native gates. */
export const isRunCard = (document: JsonObject): boolean =>
  isObject(document.characterization) ||
  (isObject(document.native_gates) && (document.nqubits !== undefined || Array.isArray(document.qubits)));

/** The `parameters.json` of qibolab 0.2: native gates on channels, and the configurations of these. */
export const isRunCardParameters = (document: JsonObject): boolean =>
  isObject(document.native_gates) && !isRunCard(document);

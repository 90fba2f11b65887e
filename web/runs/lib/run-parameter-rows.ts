import { parameterTitle } from './parameter-words.ts';
import { qubitText } from './qubit-list.ts';
import { standardParameter, standardUnitOf } from './standard-parameters.ts';
import { runParameterText } from './sweep-words.ts';

/** A parameter of a run for people: its name in words, numbers in their units, qubits in their typed form. */
export function runParameterRow(runner: 'managed' | 'worker', name: string, value: unknown) {
  const unit = standardUnitOf(runner)(name) ?? '';
  const valueType = (runner === 'managed' && standardParameter(name)?.valueType) || '';
  const areQubits = (name === 'qids' || name === 'exclude_qids') && Array.isArray(value);
  return {
    name,
    title: parameterTitle(name),
    text: areQubits ? qubitText(value.map(String)) : runParameterText(name, { value, value_type: valueType, unit }),
  };
}

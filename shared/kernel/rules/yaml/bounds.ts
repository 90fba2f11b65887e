import { FLOW_CODE_LIMIT_BYTES } from '../../../flows/rules/names.ts';
import type { YamlBounds } from './read-yaml.ts';

/** How large the documents of each kind may be (rule API-30). */
export const yamlBounds = {
  /** The source of a managed flow: far more than a person writes. */
  flow: { bytes: 65_536, parts: 65_536, depth: 100, aliases: 100 },
  /** A text that is only checked. */
  text: { bytes: FLOW_CODE_LIMIT_BYTES, parts: 200_000, depth: 100, aliases: 100 },
  /** A YAML file of a device: a parameter of a thousand qubits has 20 kB, a topology of as many 60 kB. */
  deviceFile: { bytes: 500_000, parts: 200_000, depth: 20, aliases: 100 },
  /** An exported chip: one of 1,024 qubits with every metric of the catalogue has less. */
  chip: { bytes: 4_194_304, parts: 1_200_000, depth: 20, aliases: 0 },
} as const satisfies Record<string, YamlBounds>;

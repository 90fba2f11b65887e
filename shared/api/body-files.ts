import { yamlBounds } from '../kernel/rules/yaml/bounds.ts';
import { plainYaml } from '../kernel/rules/yaml/plain-yaml.ts';

/** The body in a file of YAML (`.yaml`, `.yml`), or what is wrong with it; undefined for any other file. */
export const yamlBody = (file: string, text: string): { value: unknown } | { problem: string } | undefined =>
  /\.ya?ml$/i.test(file) ? plainYaml(text, yamlBounds.chip) : undefined;

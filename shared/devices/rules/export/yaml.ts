import { type ScalarTag, stringify } from 'yaml';

/** A number with an exponent; readers of YAML 1.1, such as PyYAML, take one for text unless it has a point. */
const exponent: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => typeof value === 'number' && String(value).includes('e'),
  test: /^[-+]?\d+\.\d*e[-+]\d+$/,
  resolve: Number,
  stringify: ({ value }) => String(value).replace(/^(-?\d+)e/, '$1.0e'),
};

/** A document as YAML that readers of version 1.1 and of version 1.2 read as the same. */
export const toYaml = (document: unknown): string =>
  stringify(document, {
    compat: 'yaml-1.1',
    lineWidth: 0,
    aliasDuplicateObjects: false,
    customTags: (tags) => [exponent, ...tags],
  });

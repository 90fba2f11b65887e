import { searchedImage } from '../../images/rules/searched-image.ts';

/*
 * The index of OpenSearch as data: strict fields, one shard. The filters by field are exact. A text is found by its
 * terms, which `analyzer.ts` makes; OpenSearch splits them at their spaces and changes nothing.
 *
 * `content` and its analyzers find documents that an earlier release wrote, and serve that release after a roll-back.
 * They go when no supported release has an index without terms.
 */

/**
 * The fields for the terms. An index without them gets them by a change of its mapping, since the analyzer is built in.
 */
export const termFields = {
  english: { type: 'text', analyzer: 'whitespace' },
  plain: { type: 'text', analyzer: 'whitespace' },
};

/** Characters of Chinese, Japanese and Korean, in Java's regular expressions. */
const cjkCharacter = String.raw`[\p{IsHan}\p{IsHiragana}\p{IsKatakana}\p{IsHangul}\u30FC\uFF70]`;

const keyword = { type: 'keyword' };

/** The template of every index named `<name>-...`. */
export const indexTemplate = (name: string) => ({
  index_patterns: [`${name}-*`],
  template: {
    settings: {
      number_of_shards: 1,
      // One replica if there is a second node: a single node stays green.
      auto_expand_replicas: '0-1',
      // A removal is remembered as long as a stream may repeat earlier records.
      'index.gc_deletes': '24h',
      analysis: {
        char_filter: {
          // The description of an image is searchable, and its address is not.
          image_addresses: {
            type: 'pattern_replace',
            pattern: String.raw`(${searchedImage.said})\(${searchedImage.address}\)`,
            replacement: '$1 ',
          },
          words_only: { type: 'pattern_replace', pattern: String.raw`[^\p{L}\p{Nd}\p{M}'\u2019]`, replacement: ' ' },
          characters_apart: { type: 'pattern_replace', pattern: `(${cjkCharacter})`, replacement: ' $1 ' },
        },
        filter: {
          english_possessive: { type: 'stemmer', language: 'possessive_english' },
          english_stop: { type: 'stop', stopwords: '_english_' },
          english_stemmer: { type: 'stemmer', language: 'english' },
        },
        analyzer: {
          note_english: {
            type: 'custom',
            char_filter: ['image_addresses', 'words_only', 'characters_apart'],
            tokenizer: 'standard',
            filter: ['cjk_width', 'lowercase', 'english_possessive', 'english_stop', 'english_stemmer'],
          },
          note_cjk: {
            type: 'custom',
            char_filter: ['image_addresses', 'words_only', 'characters_apart'],
            tokenizer: 'standard',
            filter: ['cjk_width', 'lowercase'],
          },
        },
      },
    },
    mappings: {
      dynamic: 'strict',
      properties: {
        event_id: keyword,
        project_id: keyword,
        chip_id: keyword,
        scope: keyword,
        target_id: keyword,
        metric_key: keyword,
        action: keyword,
        actor_user_id: { type: 'keyword', index: false },
        actor: keyword,
        content: {
          type: 'text',
          analyzer: 'note_english',
          fields: { cjk: { type: 'text', analyzer: 'note_cjk' } },
        },
        ...termFields,
        extra: { type: 'object', enabled: false },
        created_at: { type: 'date', format: 'strict_date_time' },
      },
    },
  },
});

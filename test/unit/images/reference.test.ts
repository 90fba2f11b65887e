import { describe, expect, it } from 'vitest';
import {
  imageAddress,
  imageAt,
  imageNameOf,
  imagesOf,
  parseImageName,
  withoutImages,
} from '#shared/images/rules/reference.ts';
import { excerptOf } from '#shared/notifications/rules/inbox.ts';
import { englishTokens } from '#shared/search/index/analyzer.ts';
import { parseClauses } from '#shared/search/index/clauses.ts';
import { matchText } from '#shared/search/index/matcher.ts';

const name = '0123456789abcdef0123456789abcdef-640x480.png';

describe('the name of an image', () => {
  it('the name of an image says its digest, size and kind, and is made of them', () => {
    const said = { digest: '0123456789abcdef0123456789abcdef', width: 640, height: 480, ending: 'png' };
    expect(parseImageName(name)).toEqual(said);
    expect(imageNameOf({ ...said, ending: 'png' })).toBe(name);
  });

  it.each([name.toUpperCase(), `${name}.svg`, `a/${name}`, name.replace('640', '0'), name.replace('png', 'svg'), ''])(
    "'%s' is the name of no image",
    (other) => expect(parseImageName(other)).toBeUndefined(),
  );
});

describe('the address of an image', () => {
  it.each(['/api/images/', '/api/forum/images/', '/api/issues/images/', '/images/', '/forum/images/'])(
    'below %s there is an image of the project',
    (folder) => expect(imageAt(`${folder}${name}`)).toBe(name),
  );

  it.each(['https://example.org/api/images/', '//example.org/images/', '/api/images/../images/', '/api/other/images/'])(
    'below %s there is none',
    (folder) => expect(imageAt(`${folder}${name}`)).toBeUndefined(),
  );
});

describe('the images of a text', () => {
  const shown = `![T1](${imageAddress(name)})`;

  it('the images of a text are those of the project, each once', () => {
    const other = name.replace('640', '64');
    const text = `${shown} and ![](https://example.org/a.png) ![b]( <${imageAddress(other)}>) [link](${imageAddress(name)})`;
    expect(imagesOf(`${text}\n${shown} ![t](${imageAddress(other)} "a title")`)).toEqual([name, other]);
  });

  it('a text for readers without images says what they show', () => {
    expect(withoutImages(`See ${shown}, ![](${imageAddress(name)}) and ![a \\] b](https://example.org/x.png).`)).toBe(
      'See [image: T1], [image] and [image: a ] b].',
    );
  });

  it('an excerpt of a text has no broken mark of an image, wherever it is cut', () => {
    const excerpt = excerptOf(`${'a '.repeat(135)}${shown}`);
    expect(excerpt).not.toContain('(/api');
    expect(excerptOf(shown)).toBe('[image: T1]');
  });

  it('what is said of an image is found where it is, and its address is not', () => {
    const text = `ü ![Decay of T1](${imageAddress(name)}) later`;
    expect(matchText(text, parseClauses('decay'))?.highlights).toEqual([[4, 9]]);
    expect(matchText(text, parseClauses('later'))?.highlights).toEqual([[[...text].length - 5, [...text].length]]);
    for (const word of ['images', 'api', 'png', '0123456789abcdef0123456789abcdef'])
      expect(matchText(text, parseClauses(word)), word).toBeUndefined();
    expect(englishTokens('[link](/api/images)').map(({ term }) => term)).toContain('api');
  });
});

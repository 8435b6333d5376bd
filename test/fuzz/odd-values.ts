import type { Random } from '../support/random.ts'

/** A value that a program does not expect: of another type, too long, or with unusual characters. */
export function oddValue(random: Random): unknown {
  return random.weighted<() => unknown>([
    [5, () => oddText(random)],
    [3, () => random.pick(numbers)],
    [2, () => random.pick(others)()],
  ])()
}

/** Text that is valid JSON but unusual. */
export const oddText = (random: Random): string =>
  random.weighted([
    [3, () => random.pick(hostileTexts)],
    [3, () => random.pick(nearMisses)],
    [2, () => random.pick(lengths)],
    [2, () => random.pick(notations)],
    [1, () => randomText(random)],
  ])()

/** Text for a path or query, encoded or not; spaces and line ends would end the request line. */
export function oddUrlText(random: Random): string {
  const value = random.chance(0.3) ? String(random.pick(numbers)) : oddText(random)
  if (random.chance(0.2)) return random.pick(brokenUrlTexts)
  return encodeURIComponent(value.toWellFormed()).slice(0, 2000)
}

/** Text for a header: no control characters, which invalid-http.ts sends. */
export const oddHeaderText = (random: Random): string =>
  oddText(random)
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 2000)

function randomText(random: Random): string {
  const length = random.integer(1, 30)
  return Array.from({ length }, () => String.fromCodePoint(random.pick(codePoints)(random))).join(
    '',
  )
}

const codePoints: ((random: Random) => number)[] = [
  (random) => random.integer(0, 0x7f),
  (random) => random.integer(0x80, 0x24f),
  (random) => random.integer(0x600, 0x6ff),
  (random) => random.integer(0x2000, 0x206f),
  (random) => random.integer(0xd800, 0xdfff),
  (random) => random.integer(0x1f300, 0x1f6ff),
  (random) => random.integer(0xe0000, 0x10ffff),
]

/** Characters that databases, mails, terminals and logs treat in their own ways. */
const hostileTexts = [
  '\u0000',
  'Ana\u0000Bea',
  '\\x00',
  '\ud800',
  'a\udfffb',
  'Ana\r\nBcc: eve@example.com',
  '\t\n',
  '\u001b[31mAna',
  '\u0085\u2028',
  '\u202eanA',
  '\u2066Ana\u2069',
  '\u200b\u200d\ufeff',
  'e\u0301',
  '\u1e9b\u0323',
  'ﷺ',
  'İıßſ',
  '👩‍👩‍👧‍👧',
]

/** Too little or too much. */
const lengths = [
  '',
  ' ',
  'a',
  'a'.repeat(121),
  'ñ'.repeat(255),
  '€'.repeat(1001),
  'a'.repeat(20_000),
  `${'a'.repeat(64)}@${'b'.repeat(180)}.com`,
]

/** Text that means something in another notation. */
const notations = [
  "' or 1=1 --",
  '"; \\',
  '%',
  '%_',
  '$1',
  '{{7*7}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: sent as it is
  '${7*7}',
  '<script>alert(1)</script>',
  '=1+1',
  '../../etc/passwd',
  'https://example.com/pay',
  'constructor',
  '__proto__',
  'toString',
  'true',
  'null',
]

/** Numbers, dates, times, phones and addresses that are nearly right. */
const nearMisses = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '١٢٣',
  '9007199254740993',
  '99999999999999999999999999',
  '2030-02-30',
  '2030-03-31',
  '2030-3-4',
  '2029-12-31',
  '0001-01-01',
  '9999-12-31',
  '0000-00-00',
  '-000001-01-01',
  '+275760-09-13',
  '2030-03-05T10:00:00Z',
  '24:00',
  '25:61',
  '02:30',
  '9:00',
  '٠٩:٠٠',
  '09:00:00',
  '09:07',
  '+34612345678',
  '+1',
  '00000000000000000000',
  'x@y',
  'a@b.c',
  '"a b"@example.com',
  'a@example.com\u0000',
  'A@EXAMPLE.COM',
  'a@xn--80ak6aa92e.com',
  'ñandú@ejemplo.es',
]

const numbers = [
  0,
  -0,
  1,
  -1,
  2,
  1.5,
  0.1 + 0.2,
  1e-7,
  -1e-320,
  100.001,
  255,
  32_767,
  32_768,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e300,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
]

const others: (() => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => [],
  () => ({}),
  () => [null],
  () => [[]],
  () => [1, '1', null, {}],
  () => ({ length: 2 ** 31 }),
  () => ({ id: 1 }),
  () => JSON.parse('{"__proto__": {"isAdmin": true}}'),
  () => ({ constructor: { prototype: {} } }),
  () => ({ toString: 1, valueOf: 1, toJSON: 1 }),
  () => Array.from({ length: 1000 }, () => 1),
  () => nested(300, []),
  () => nested(300, {}),
]

function nested(depth: number, innermost: unknown): unknown {
  let value = innermost
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

const brokenUrlTexts = [
  '%',
  '%zz',
  '%ff',
  '%c0%ae',
  '%00',
  '%0d%0aSet-Cookie:%20a=b',
  '%2f',
  '%252f',
  '%5c..',
  '..',
  '.',
  ';a=b',
  '[]',
  '{}',
  '+1',
  '"',
  '<>',
  '|',
  '~',
  'ñ',
  'a'.repeat(9000),
]

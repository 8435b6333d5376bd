import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSalonFile, SalonFileError, type SalonFileProblem } from '@silla/core'
import { changed, salonFile, salonText } from './salon-text.ts'

const problemsIn = (text: string): SalonFileProblem[] => {
  try {
    parseSalonFile(text, 'lola.yaml')
  } catch (error) {
    if (error instanceof SalonFileError) return error.problems
    throw error
  }
  return []
}
const messagesIn = (text: string) =>
  problemsIn(text).map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`)
const problemsAfter = (...changes: [string, string][]) => messagesIn(changed(salonText(), changes))

test('a salon file is parsed', () => {
  const file = salonFile('lola')
  assert.deepEqual(
    {
      slug: file.slug,
      mode: file.mode,
      zone: file.settings.timezone,
      horizon: file.settings.horizonDays,
    },
    { slug: 'lola', mode: 'test', zone: 'Europe/Madrid', horizon: 90 },
  )
  assert.deepEqual(file.openings[0], {
    weekday: 1,
    opensMinute: 600,
    closesMinute: 1200,
    breakStartMinute: 840,
    breakEndMinute: 960,
  })
  assert.equal(file.openings[6]?.opensMinute, null)
  assert.deepEqual(
    file.services.map(({ handle, priceCents, name }) => [handle, priceCents, name]),
    [
      ['corte', 1850, { es: 'Corte' }],
      ['tinte', 4000, { es: 'Tinte', en: 'Colour' }],
    ],
  )
  assert.deepEqual(file.professionals[0]?.serviceHandles, ['corte', 'tinte'])
  assert.deepEqual(file.professionals[0]?.shifts.slice(1), [
    { weekday: 2, startMinute: 600, endMinute: 840 },
    { weekday: 2, startMinute: 960, endMinute: 1200 },
  ])
})

test('times may be quoted or not, and a day may end at midnight', () => {
  const plain = salonFile('lola', ['tuesday: 10:00-20:00', 'tuesday: 10:00-24:00'])
  const quoted = salonFile('lola', ['tuesday: 10:00-20:00', "tuesday: '10:00-24:00'"])
  assert.equal(plain.openings[1]?.closesMinute, 1440)
  assert.deepEqual(plain, quoted)
})

test('prices are converted to cents without rounding errors', () => {
  for (const [price, cents] of [
    ['1.15', 115],
    ['0.29', 29],
    ['8.2', 820],
    ['1000000', 100_000_000],
    ['4.35', 435],
    ['0', 0],
  ] as const) {
    assert.equal(
      salonFile('lola', ['price: 18.50', `price: ${price}`]).services[0]?.priceCents,
      cents,
    )
  }
})

test('all problems are reported with line, column and accepted values', () => {
  const problems = problemsAfter(
    ['mode: test', 'mode: tset'],
    ['currency: EUR', 'currency: CHF'],
    ['  tuesday: 10:00-20:00', '  teusday: 10:00-20:00'],
    ['price: 18.50', 'price: 18,50'],
    ['duration: 60', 'duracion: 60'],
  )
  assert.deepEqual(problems, [
    '2:7 mode: must be one of live, test, demo, found "tset"',
    '5:23 settings.currency: must be one of EUR, USD, GBP, AED, found "CHF"',
    '8:3 hours.teusday: unknown key "teusday". Did you mean "tuesday"? Known: monday, tuesday, wednesday, thursday, friday, saturday, sunday',
    '12:65 services.corte.50: unknown key "50". Known: name, description, category, duration, phases, buffer_after, needs, price, offer_price, vat_rate, points_awarded, points_price, deposit, card_guarantee, image, gallery, bookable_online, featured',
    '13:3 services.tinte: "duration" is missing',
    '13:61 services.tinte.duracion: unknown key "duracion". Did you mean "duration"? Known: name, description, category, duration, phases, buffer_after, needs, price, offer_price, vat_rate, points_awarded, points_price, deposit, card_guarantee, image, gallery, bookable_online, featured',
  ])
})

test('values are checked although another entry is invalid, and references to it are accepted', () => {
  const problems = problemsAfter(
    ['price: 18.50', 'price: dear'],
    ['price: 40', 'price: 40, offer_price: 50'],
    ['monday: 10:00-20:00, tuesday', 'monday: 20:00-10:00, tuesday'],
  )
  assert.deepEqual(problems, [
    '12:62 services.corte.price: must be a price such as 18.50, found "dear"',
    '13:99 services.tinte.offer_price: must be below the price, which is 40',
    '18:23 professionals.ana.shifts.monday: 20:00-10:00 must end after it starts',
  ])
  assert.deepEqual(problemsAfter(['pelo: { name: Pelo }', 'pelo: { name: 5 }']).length, 1)
})

test('values and references are checked, and all problems are reported at once', () => {
  const problems = problemsAfter(
    ['timezone: Europe/Madrid', 'timezone: Europe/Madird'],
    ['break: 14:00-16:00', 'break: 09:00-16:00'],
    ['tuesday: 10:00-20:00', 'tuesday: 20:00-10:00'],
    ['price: 18.50', 'price: 18.505'],
    [
      'category: pelo, duration: 60, price: 40',
      'category: pleo, duration: 60, price: 40, offer_price: 45',
    ],
    ['services: [corte]', 'services: [cotre, corte, corte]'],
    ['tuesday: 12:00-20:00', 'tuesday: "12:00-15:00, 14:00-20:00"'],
    ['day: 2030-03-19', 'day: 2030-02-30'],
  )
  assert.deepEqual(problems, [
    '5:38 settings.timezone: unknown time zone Europe/Madird: use a name such as Europe/Madrid',
    '7:39 hours.monday.break: must lie within the opening hours',
    '8:12 hours.tuesday: 20:00-10:00 must end after it starts',
    '12:62 services.corte.price: a price may have at most two decimals, found 18.505',
    '13:55 services.tinte.category: unknown category "pleo". Did you mean "pelo"? Known: pelo',
    '13:99 services.tinte.offer_price: must be below the price, which is 40',
    '21:16 professionals.luis.services[0]: unknown service "cotre". Did you mean "corte"? Known: corte, tinte',
    '21:30 professionals.luis.services[2]: "corte" is listed twice',
    '22:24 professionals.luis.shifts.tuesday: the spans 12:00-15:00, 14:00-20:00 overlap',
    '24:12 closings[0].day: 2030-02-30 is not a valid date',
  ])
})

test('D39, D48: a deposit is a percentage or an amount, and each tier one that customers get to', () => {
  const ofSettings = (text: string) => problemsAfter(['language: es', `language: es, ${text}`])
  const problems = [
    'deposit: {}',
    'deposit: { percent: 30, amount: 10 }',
    'deposit: { percent: 101 }',
    'deposit: { amount: 9.999 }',
    'refund_tiers: [{ hours: 48, percent: 100 }, { hours: 48, percent: 50 }]',
    'refund_tiers: [{ hours: 23, percent: 50 }], cancellation_hours: 24',
  ].flatMap(ofSettings)
  assert.deepEqual(problems, [
    '5:67 settings.deposit: "percent" is missing',
    '5:91 settings.deposit.amount: unknown key "amount". Known: percent, only_new_customers, from_total',
    '5:87 settings.deposit.percent: must be a whole number of percent from 0 to 100, found 101',
    '5:86 settings.deposit.amount: a price may have at most two decimals, found 9.999',
    '5:120 settings.refund_tiers[1].hours: there are two tiers of 48 h',
    '5:81 settings.refund_tiers: customers can cancel until 24 h before the start, so that nobody gets to the tier of 23 h',
  ])
})

const invalidFiles: [title: string, from: string, to: string, problem: RegExp][] = [
  [
    'a name that YAML reads as a number',
    'name: Salón Lola',
    'name: 1984',
    /name: must be text, found 1984: put it in/,
  ],
  [
    'yes instead of true',
    'language: es }',
    'language: es, points: yes }',
    /points: must be true or false, found "yes"/,
  ],
  [
    'a text without any language',
    'name: Corte,',
    'name: {},',
    /name: must be text, or a text for each of es, en, ar/,
  ],
  [
    'an unknown language',
    '{ es: Tinte, en: Colour }',
    '{ fr: Couleur }',
    /name\.fr: unknown key "fr"/,
  ],
  [
    'a handle with upper-case letters',
    '  pelo: {',
    '  Pelo: {',
    /categories\.Pelo: a handle starts with a lower-case letter/,
  ],
  ['a duplicate handle', '  tinte: {', '  corte: {', /^13:3 .*duplicate key/],
  [
    'a duration above 12 hours',
    'duration: 60',
    'duration: 721',
    /must be a whole number of minutes from 5 to 720/,
  ],
  ['a price below zero', 'price: 40', 'price: -1', /price: must be a price/],
  [
    'a required key without a value',
    'price: 40 }',
    'price: }',
    /services\.tinte: "price" is missing/,
  ],
  ['an unknown country', 'country: ES', 'country: XX', /address\.country: unknown country code XX/],
  [
    'an invalid phone number',
    'address:',
    'contact: { phone: "12" }\naddress:',
    /contact\.phone: 12 is not a valid phone number/,
  ],
  [
    'an invalid email address',
    'address:',
    'contact: { email: lola }\naddress:',
    /contact\.email: lola is not a valid email address/,
  ],
  [
    'an image without a URL or path',
    'address:',
    'branding: { logo: a.svg }\naddress:',
    /branding\.logo: must be a URL/,
  ],
  [
    'a color in another notation',
    'address:',
    'branding: { color: teal }\naddress:',
    /branding\.color: must be a colour such as "#1f4e5f", in quotes, found "teal"/,
  ],
  [
    'a color that is too light',
    'address:',
    'branding: { color: "#FFD400" }\naddress:',
    /branding\.color: #FFD400 has a contrast of 1\.\d+:1 on white, and buttons need at least 3:1 .* #[0-9a-f]{6} is a darker one/,
  ],
  [
    'notifications without an email address',
    'language: es',
    'language: es, notifications: each',
    /settings\.notifications: each needs contact\.email/,
  ],
  ['a closing without a date', 'day: 2030-03-19, ', '', /^24:5 closings\[0\]: must have "day"/],
  [
    'a closing that ends before it starts',
    'day: 2030-03-19',
    'from: 2030-03-19, to: 2030-03-18',
    /is before 2030/,
  ],
  [
    'a closing of more than 366 days',
    'day: 2030-03-19',
    'from: 2030-03-19, to: 2032-03-18',
    /a range may have at most 366 days/,
  ],
  [
    'a relative day outside a demo salon',
    'day: 2030-03-19',
    'in: 3 days',
    /relative days are only allowed in a demo salon/,
  ],
  [
    'keys outside a demo salon',
    'address:',
    'keys: { publishable: a, secret: b }\naddress:',
    /^4:1 keys: keys are only allowed in a demo salon/,
  ],
  [
    'a demo section outside a demo salon',
    'address:',
    'demo: {}\naddress:',
    /^4:1 demo: a demo section is only allowed in a demo salon/,
  ],
  [
    'a character that cannot be stored',
    'name: Salón Lola',
    'name: "Lo\\0la"',
    /^3:7 name: contains the character U\+0000, which is not allowed$/,
  ],
  [
    'a terminal escape sequence',
    'name: Salón Lola',
    'name: "Lo\\e[2Jla"',
    /^3:7 name: contains the character U\+001B, which is not allowed$/,
  ],
  ['a tag', 'name: Salón Lola', 'name: !secret Lola', /not valid YAML: Unresolved tag/],
  [
    'an alias without an anchor',
    'name: Salón Lola',
    'name: *nobody',
    /^3:7 : the alias \*nobody has no anchor &nobody above it/,
  ],
  [
    'a recursive alias',
    'categories:',
    'categories: &all\n  x: *all',
    /^10:6 : an alias cannot refer to an entry that contains it/,
  ],
  ['broken YAML', 'mode: test', 'mode: [test', /not valid YAML/],
  ['YAML 1.1', 'salon:', '%YAML 1.1\n---\nsalon:', /only YAML 1\.2 is supported/],
  ['a second YAML document', 'closings:', '---\nclosings:', /a second YAML document starts here/],
]
for (const [title, from, to, problem] of invalidFiles) {
  test(`${title} is reported`, () => {
    const problems = problemsAfter([from, to])
    assert.ok(
      problems.some((line) => problem.test(line)),
      problems.join('\n') || 'no problem was reported',
    )
  })
}

test('two exceptions on one day and overlapping closings are reported, adjacent ones are not', () => {
  const withExceptions = (text: string) =>
    `${salonText()}`.replace(
      '    services: [corte]',
      `    exceptions:\n${text}\n    services: [corte]`,
    )
  assert.deepEqual(
    messagesIn(
      withExceptions(
        '      - { day: 2030-03-04 }\n      - { day: 2030-03-04, works: 10:00-12:00 }',
      ),
    ),
    ['23:9 professionals.luis.exceptions[1]: this day already has an exception'],
  )
  assert.deepEqual(
    messagesIn(
      withExceptions('      - { from: 2030-03-04, to: 2030-03-08 }\n      - { day: 2030-03-11 }'),
    ),
    [],
  )
  assert.deepEqual(
    messagesIn(
      `${salonText()}  - { day: 2030-03-20, time: 10:00-12:00 }\n  - { day: 2030-03-20, time: 11:00-13:00 }`,
    ),
    ['26:5 closings[2]: overlaps with another closing'],
  )
})

test('a file that is not a salon file is refused quickly', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
  for (const [name, inner] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg'])
    bomb.push(`${name}: &${name} [${Array(10).fill(`*${inner}`).join(', ')}]`)
  assert.match(messagesIn(bomb.join('\n'))[0] ?? '', /expands to more than 1000000 entries/)
  assert.match(messagesIn('['.repeat(100_000))[0] ?? '', /nested too deeply/)
  assert.match(messagesIn(`# ${'x'.repeat(5 * 1024 * 1024)}`)[0] ?? '', /larger than 5 MB/)
  assert.match(messagesIn('')[0] ?? '', /must be a salon file/)
  assert.match(messagesIn('- a\n- b')[0] ?? '', /must be a salon file/)
})

test('the error message names the file, the line and the column', () => {
  assert.throws(
    () => parseSalonFile(changed(salonText(), [['mode: test', 'mode: x']]), 'salons/lola.yaml'),
    {
      message: 'salons/lola.yaml:2:7: mode: must be one of live, test, demo, found "x"',
    },
  )
})

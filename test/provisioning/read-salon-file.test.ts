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
const observation = (text: string) =>
  problemsIn(text).map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`)
const toldAfter = (...changes: [string, string][]) => observation(changed(salonText(), changes))

test('a salon is read from one file', () => {
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

test('times may be quoted or not, and midnight ends a day', () => {
  const plain = salonFile('lola', ['tuesday: 10:00-20:00', 'tuesday: 10:00-24:00'])
  const quoted = salonFile('lola', ['tuesday: 10:00-20:00', "tuesday: '10:00-24:00'"])
  assert.equal(plain.openings[1]?.closesMinute, 1440)
  assert.deepEqual(plain, quoted)
})

test('a price becomes cents without a rounding error', () => {
  for (const [written, cents] of [
    ['1.15', 115],
    ['0.29', 29],
    ['8.2', 820],
    ['1000000', 100_000_000],
    ['4.35', 435],
    ['0', 0],
  ] as const) {
    assert.equal(
      salonFile('lola', ['price: 18.50', `price: ${written}`]).services[0]?.priceCents,
      cents,
    )
  }
})

test('several problems are told at once, each with its line, its column and what may stand there', () => {
  const problems = toldAfter(
    ['mode: test', 'mode: tset'],
    ['currency: EUR', 'currency: CHF'],
    ['  tuesday: 10:00-20:00', '  teusday: 10:00-20:00'],
    ['price: 18.50', 'price: 18,50'],
    ['duration: 60', 'duracion: 60'],
  )
  assert.deepEqual(problems, [
    '2:7 mode: must be one of live, test, demo, found "tset"',
    '5:23 settings.currency: must be one of EUR, USD, GBP, AED, found "CHF"',
    '8:3 hours.teusday: "teusday" is not known here, did you mean "tuesday"? Known: monday, tuesday, wednesday, thursday, friday, saturday, sunday',
    '12:65 services.corte.50: "50" is not known here. Known: name, description, category, duration, price, offer_price, points_awarded, points_price, image, gallery, bookable_online, featured',
    '13:3 services.tinte: "duration" is missing',
    '13:61 services.tinte.duracion: "duracion" is not known here, did you mean "duration"? Known: name, description, category, duration, price, offer_price, points_awarded, points_price, image, gallery, bookable_online, featured',
  ])
})

test('what an entry means is told beside another that has not its shape, and nobody is blamed for naming that one', () => {
  const problems = toldAfter(
    ['price: 18.50', 'price: dear'],
    ['price: 40', 'price: 40, offer_price: 50'],
    ['monday: 10:00-20:00, tuesday', 'monday: 20:00-10:00, tuesday'],
  )
  assert.deepEqual(problems, [
    '12:62 services.corte.price: must be a price such as 18.50, found "dear"',
    '13:99 services.tinte.offer_price: an offer is below the price, which is 40',
    '18:23 professionals.ana.shifts.monday: 20:00-10:00 ends before it starts',
  ])
  assert.deepEqual(toldAfter(['pelo: { name: Pelo }', 'pelo: { name: 5 }']).length, 1)
})

test('what the words mean together is checked too, all of it in one reading', () => {
  const problems = toldAfter(
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
    '5:38 settings.timezone: no time zone is called Europe/Madird; one is Europe/Madrid',
    '7:39 hours.monday.break: a break lies within the opening hours',
    '8:12 hours.tuesday: 20:00-10:00 ends before it starts',
    '12:62 services.corte.price: a price has at most two decimals, found 18.505',
    '13:55 services.tinte.category: no category is called "pleo", did you mean "pelo"? Known: pelo',
    '13:99 services.tinte.offer_price: an offer is below the price, which is 40',
    '21:16 professionals.luis.services[0]: no service is called "cotre", did you mean "corte"? Known: corte, tinte',
    '21:30 professionals.luis.services[2]: "corte" is in the list twice',
    '22:24 professionals.luis.shifts.tuesday: the times of 12:00-15:00, 14:00-20:00 overlap',
    '24:12 closings[0].day: 2030-02-30 is not a day of the calendar',
  ])
})

const mistakes: [title: string, from: string, to: string, problem: RegExp][] = [
  [
    'a text that YAML takes for a number',
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
    /name\.fr: "fr" is not known here/,
  ],
  [
    'a handle with capitals',
    '  pelo: {',
    '  Pelo: {',
    /categories\.Pelo: a handle starts with a small letter/,
  ],
  ['a handle that stands twice', '  tinte: {', '  corte: {', /^13:3 .*this word stands here twice/],
  [
    'a service that lasts too long',
    'duration: 60',
    'duration: 721',
    /must be a whole number of minutes from 5 to 720/,
  ],
  ['a price below zero', 'price: 40', 'price: -1', /price: must be a price/],
  ['a word without a value', 'price: 40 }', 'price: }', /services\.tinte: "price" is missing/],
  [
    'a country that is none',
    'country: ES',
    'country: XX',
    /address\.country: no country has the code XX/,
  ],
  [
    'a phone that is none',
    'address:',
    'contact: { phone: "12" }\naddress:',
    /contact\.phone: 12 is not a phone number/,
  ],
  [
    'an e-mail that is none',
    'address:',
    'contact: { email: lola }\naddress:',
    /contact\.email: lola is not an e-mail/,
  ],
  [
    'an image without an address',
    'address:',
    'images: { logo: a.svg }\naddress:',
    /images\.logo: must be a web address/,
  ],
  [
    'a closing without a day',
    'day: 2030-03-19, ',
    '',
    /^24:5 closings\[0\]: says its days as "day"/,
  ],
  [
    'a closing that ends before it begins',
    'day: 2030-03-19',
    'from: 2030-03-19, to: 2030-03-18',
    /is before 2030/,
  ],
  [
    'a closing of two years',
    'day: 2030-03-19',
    'from: 2030-03-19, to: 2032-03-18',
    /a range has at most 366 days/,
  ],
  [
    'a relative day outside a demo',
    'day: 2030-03-19',
    'in: 3 days',
    /only a demo salon counts days/,
  ],
  [
    'keys outside a demo',
    'address:',
    'keys: { publishable: a, secret: b }\naddress:',
    /^4:1 keys: only a demo salon/,
  ],
  [
    'a demo section outside a demo',
    'address:',
    'demo: {}\naddress:',
    /^4:1 demo: only a demo salon/,
  ],
  [
    'a character that cannot be stored',
    'name: Salón Lola',
    'name: "Lo\\0la"',
    /^3:7 name: has a .* U\+0000$/,
  ],
  [
    'a command to a terminal',
    'name: Salón Lola',
    'name: "Lo\\e[2Jla"',
    /^3:7 name: has a .* U\+001B$/,
  ],
  ['a tag', 'name: Salón Lola', 'name: !secret Lola', /not valid YAML: Unresolved tag/],
  [
    'an alias of nothing',
    'name: Salón Lola',
    'name: *nobody',
    /^3:7 : nothing above is anchored as &nobody/,
  ],
  [
    'an alias within itself',
    'categories:',
    'categories: &all\n  x: *all',
    /^10:6 : an alias stands inside/,
  ],
  ['broken YAML', 'mode: test', 'mode: [test', /not valid YAML/],
  ['the YAML of 2005', 'salon:', '%YAML 1.1\n---\nsalon:', /only YAML 1\.2 is read/],
  ['a second salon', 'closings:', '---\nclosings:', /a file holds one salon/],
]
for (const [title, from, to, problem] of mistakes) {
  test(`${title} is told`, () => {
    const problems = toldAfter([from, to])
    assert.ok(
      problems.some((line) => problem.test(line)),
      problems.join('\n') || 'nothing was told',
    )
  })
}

test('an exception told twice for one day is a problem, a range and a closed hour beside it are not', () => {
  const withExceptions = (text: string) =>
    `${salonText()}`.replace(
      '    services: [corte]',
      `    exceptions:\n${text}\n    services: [corte]`,
    )
  assert.deepEqual(
    observation(
      withExceptions(
        '      - { day: 2030-03-04 }\n      - { day: 2030-03-04, works: 10:00-12:00 }',
      ),
    ),
    ['23:9 professionals.luis.exceptions[1]: that day has an exception already'],
  )
  assert.deepEqual(
    observation(
      withExceptions('      - { from: 2030-03-04, to: 2030-03-08 }\n      - { day: 2030-03-11 }'),
    ),
    [],
  )
  assert.deepEqual(
    observation(
      `${salonText()}  - { day: 2030-03-20, time: 10:00-12:00 }\n  - { day: 2030-03-20, time: 11:00-13:00 }`,
    ),
    ['26:5 closings[2]: that time is closed already'],
  )
})

test('a file that is no salon at all is refused in time', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
  for (const [name, inner] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg'])
    bomb.push(`${name}: &${name} [${Array(10).fill(`*${inner}`).join(', ')}]`)
  assert.match(observation(bomb.join('\n'))[0] ?? '', /unfolds to more than 1000000 entries/)
  assert.match(observation('['.repeat(100_000))[0] ?? '', /nested too deeply/)
  assert.match(observation(`# ${'x'.repeat(5 * 1024 * 1024)}`)[0] ?? '', /at most 5 MB/)
  assert.match(observation('')[0] ?? '', /must be a salon/)
  assert.match(observation('- a\n- b')[0] ?? '', /must be a salon/)
})

test('the message of all problems names the file, the line and the column', () => {
  assert.throws(
    () => parseSalonFile(changed(salonText(), [['mode: test', 'mode: x']]), 'salons/lola.yaml'),
    {
      message: 'salons/lola.yaml:2:7: mode: must be one of live, test, demo, found "x"',
    },
  )
})

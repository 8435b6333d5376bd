import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { applySalon, exportSalon, parseSalonFile, planSalon, type SalonFile } from '@silla/core'
import { languages } from '@silla/locale'
import fc from 'fast-check'
import { salonFromFile } from '../../packages/core/src/provisioning/salon-file/salon-file.ts'
import { salonText as textOf } from '../../packages/core/src/provisioning/salon-file/salon-text.ts'
import { serializeSalon } from '../../packages/core/src/provisioning/salon-file/serialize/salon.ts'
import { testClock } from '../support/clock.ts'
import { testDatabase } from '../support/database.ts'
import { changed, salonFile, salonText } from './salon-text.ts'

const { admin } = await testDatabase()
const seeds = new URL('../../tenants/seeds/', import.meta.url)
const day = 47_000
const again = (file: SalonFile) =>
  parseSalonFile(textOf(serializeSalon(salonFromFile(file, day))), file.fileName)

test('applying an exported salon changes nothing, and a copy exports the same file', async () => {
  const clock = testClock(new Date('2030-03-04T09:00:00Z'))
  for (const name of readdirSync(seeds).filter((each) => each.endsWith('.yaml'))) {
    const file = parseSalonFile(readFileSync(new URL(name, seeds), 'utf8'), name)
    await applySalon(admin, file, { clock })
    const text = await exportSalon(admin, file.slug)
    assert.deepEqual((await planSalon(admin, parseSalonFile(text, name), { clock })).changes, [])
    const copy = parseSalonFile(text.replace(/^salon: .*$/m, `salon: ${file.slug}-copy`), name)
    await applySalon(admin, copy, { clock })
    assert.equal((await exportSalon(admin, copy.slug)).replace('-copy', ''), text)
  }
})

test('inactive entries are not exported', async () => {
  await applySalon(admin, salonFile('less'))
  const text = salonText('less').replace(/^ {2}tinte: .*\n/m, '')
  await applySalon(admin, parseSalonFile(text, 'less.yaml'))
  assert.doesNotMatch(await exportSalon(admin, 'less'), /tinte/)
})

test('the exported file is formatted like a handwritten one', async () => {
  await applySalon(
    admin,
    salonFile('written', ['- { day: 2030-03-19, reason: San José }', holidays]),
  )
  assert.equal(await exportSalon(admin, 'written'), expected)
})

test('deposits and refund tiers go from a file to the salon and back, with a plan in words', async () => {
  await applySalon(admin, salonFile('deposits'))
  const file = salonFile(
    'deposits',
    [
      'language: es',
      `language: es, deposit: { percent: 30, only_new_customers: true, from_total: 40.5 },
  after_no_shows: 2, refund_tiers: [{ hours: 24, percent: 50 }, { hours: 48, percent: 100 }]`,
    ],
    ['price: 18.50', 'price: 18.50, deposit: { percent: 0 }'],
    [
      'price: 40',
      `price: 40, deposit: { amount: 12.5 },
    card_guarantee: { no_show: { percent: 80 }, late_cancel: { percent: 40 } }`,
    ],
  )
  const { changes } = await planSalon(admin, file)
  assert.deepEqual(
    changes.flatMap(({ name, fields }) => fields.map(({ field, to }) => [name, field, to])),
    [
      ['', 'deposit', '30% of new customers from 40.50'],
      ['', 'deposit after no-shows', '2'],
      ['', 'refund tiers', '100% from 48 h, 50% from 24 h'],
      ['corte', 'deposit', '0%'],
      ['tinte', 'deposit', '12.50'],
      ['tinte', 'card guarantee', '80% / 40%'],
    ],
  )
  await applySalon(admin, file)
  const text = await exportSalon(admin, 'deposits')
  for (const line of [
    '  deposit: { percent: 30, only_new_customers: true, from_total: 40.50 }',
    '  after_no_shows: 2',
    '    - { hours: 48, percent: 100 }\n    - { hours: 24, percent: 50 }',
    '    deposit: { percent: 0 }',
    '    deposit: { amount: 12.50 }',
  ])
    assert.ok(text.includes(line), text)
  assert.deepEqual((await planSalon(admin, parseSalonFile(text, 'deposits.yaml'))).changes, [])
})

const holidays =
  '- { from: 2030-08-12, to: 2030-08-14, reason: { es: Vacaciones, en: "On holiday: back soon" } }'
const expected = `\
# yaml-language-server: $schema=salon-file.schema.json

salon: written
mode: test
name: Salón Lola

address:
  country: ES

settings:
  currency: EUR
  timezone: Europe/Madrid
  language: es
  slot_interval: 15
  horizon_days: 90
  notice_minutes: 0
  cancellation_hours: 24
  reschedule_limit: 5
  guest_bookings_per_address: 20
  guest_bookings_per_domain: 20
  assignment: balanced
  waitlist_offer_minutes: 15
  managed_by: salon
  online_page: false
  notes_in_owner_emails: true
  messages_per_month: 500
  owner_messages: none
  owner_messages_phone: ""
  calendar_names: initials
  autocomplete_hours: 24
  reminder_hours: 24
  phone_required: false
  confirm_by_hand: false
  points: false
  online_payments: false
  prepayment: false
  refund_tiers: []
  refund_application_fee: false

hours:
  monday: { open: 10:00-20:00, break: 14:00-16:00 }
  tuesday: 10:00-20:00
  wednesday: closed
  thursday: closed
  friday: closed
  saturday: closed
  sunday: closed

closings:
  - from: 2030-08-12
    to: 2030-08-14
    reason: { es: Vacaciones, en: "On holiday: back soon" }

categories:
  pelo:
    name: Pelo

services:
  corte:
    name: Corte
    category: pelo
    duration: 30
    price: 18.50
  tinte:
    name: { es: Tinte, en: Colour }
    category: pelo
    duration: 60
    price: 40.00

professionals:
  ana:
    name: Ana
    services: all
    shifts:
      monday: 10:00-20:00
      tuesday: 10:00-14:00, 16:00-20:00
  luis:
    name: Luis
    services: [ corte ]
    shifts:
      tuesday: 12:00-20:00
`

test('two thousand services are exported and parsed without a difference', async () => {
  const services = Array.from(
    { length: 1998 },
    (_, index) =>
      `  s${index}: { name: { es: "Nº ${index}: lavar, cortar", en: "#${index}" }, category: pelo, duration: ${5 + (index % 700)}, price: ${(index / 100).toFixed(2)}, featured: ${index % 2 === 0} }`,
  )
  const text = changed(salonText('many'), [['  tinte:', `${services.join('\n')}\n  tinte:`]])
  await applySalon(admin, parseSalonFile(text, 'many.yaml'))
  const exported = parseSalonFile(await exportSalon(admin, 'many'), 'many.yaml')
  assert.equal(exported.services.length, 2000)
  assert.deepEqual((await planSalon(admin, exported)).changes, [])
})

const language = fc.constantFrom(...languages)
const words = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .array(
        fc.constantFrom(
          'a',
          '- ',
          '# ',
          ': ',
          '\n',
          '\t',
          '\r',
          '"',
          "'",
          '|',
          '{',
          ' ',
          '12',
          'null',
          '\u2028',
        ),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join('')),
  )
  .map((text) => text.replaceAll('\0', '').trim().normalize('NFC'))
  .filter((text) => text !== '' && text.isWellFormed())
const translated = fc.dictionary(language, words, { minKeys: 1, maxKeys: 3 })
const money = fc.integer({ min: 1, max: 100_000_000 })

test('any text, price or day survives serializing and parsing', () => {
  const base = salonFile('any')
  fc.assert(
    fc.property(
      words,
      translated,
      translated,
      money,
      fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      (name, title, description, cents, days, reasons) => {
        const file: SalonFile = {
          ...base,
          profile: { ...base.profile, name, description, instagram: name },
          services: base.services.map((service) => ({
            ...service,
            name: title,
            priceCents: cents,
            offerPriceCents: cents - 1,
          })),
          closings: days.map((each) => ({
            when: { day: day + each },
            reason: { es: `r${each % reasons}` },
            fromMinute: each % 3 === 0 ? 600 : null,
            toMinute: each % 3 === 0 ? 1440 : null,
          })),
          professionals: base.professionals.map((one) => ({
            ...one,
            specialties: [title],
            exceptions: days.map((each) => ({
              when: { day: day + each },
              reason: description,
              works: each % reasons === 0,
              shifts: each % reasons === 0 ? [{ startMinute: 0, endMinute: 1440 }] : [],
            })),
          })),
        }
        assert.deepEqual(plain(salonFromFile(again(file), day)), plain(salonFromFile(file, day)))
      },
    ),
    { numRuns: 60 },
  )
})

/** Generated objects have no prototype, which deepEqual would report. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

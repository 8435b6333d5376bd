import assert from 'node:assert/strict'
import test from 'node:test'
import type { Catalog } from '@silla/core'
import { parseDate } from '@silla/slots'
import { CliError, UsageError } from '../../cli/src/errors/report-error.ts'
import { countryCode } from '../../cli/src/flags/country-code.ts'
import { parseDay } from '../../cli/src/flags/parse-days.ts'
import { parseExpiry } from '../../cli/src/flags/parse-expiry.ts'
import { readVisit, type VisitFlags } from '../../cli/src/flags/visit-flags.ts'

const now = new Date('2030-03-04T22:30:00Z')
const salon = {
  settings: { timezone: 'Europe/Madrid', mainLanguage: 'es' },
  business: { address: { country: 'ES' } },
  services: [
    { id: 1, name: { es: 'Corte', en: 'Haircut' } },
    { id: 2, name: { es: 'Coloración' } },
  ],
  professionals: [
    { id: 3, name: 'Íñigo' },
    { id: 4, name: 'Eva' },
    { id: 5, name: 'eva' },
  ],
} as unknown as Catalog

const handles = { services: new Map([[2, 'tinte']]), professionals: new Map([[5, 'eva-2']]) }

const valid: VisitFlags = {
  ...{ professional: 'iñigo', service: ['haircut', '2'], day: 'tomorrow', time: '10:30' },
  ...{ name: ' Lucía ', email: 'lucia@example.com', phone: '600 123 456' },
}

test('services and professionals are found by id, handle or name in any language, ignoring case and accents', () => {
  const visit = readVisit(valid, salon, handles, now)
  assert.deepEqual([visit.professionalId, visit.serviceIds], [3, [1, 2]])
  assert.deepEqual([visit.day, visit.startMinute], [parseDate('2030-03-05'), 630])
  assert.deepEqual(visit.contact, {
    name: 'Lucía',
    email: 'lucia@example.com',
    phone: '+34600123456',
  })
  const byHandle = readVisit(
    { ...valid, professional: 'eva-2', service: ['tinte'] },
    salon,
    handles,
    now,
  )
  assert.deepEqual([byHandle.professionalId, byHandle.serviceIds], [5, [2]])
  assert.deepEqual([visit.language, visit.byBusiness, visit.usePoints], ['es', true, false])
})

test('invalid values are rejected with the expected format', () => {
  const cases: [
    more: Partial<VisitFlags>,
    kind: typeof CliError | typeof UsageError,
    message: string,
  ][] = [
    [
      { time: '9:00' },
      UsageError,
      'Invalid value for --time: expected a time such as 09:30, or now, got "9:00".',
    ],
    [{ phone: '12' }, UsageError, 'Invalid value for --phone: "12" is not a phone number in ES.'],
    [{ email: 'eva' }, UsageError, 'Invalid value for --email: "eva" is not an email address.'],
    [
      { email: 'eva"x"@example.com' },
      UsageError,
      'Invalid value for --email: "eva"x"@example.com" is not an email address.',
    ],
    [{ name: ' ' }, UsageError, '--name is empty.'],
    [{ notes: 'x'.repeat(1001) }, UsageError, '--notes is too long: up to 1000 characters.'],
    [
      { service: Array.from({ length: 11 }, () => '1') },
      UsageError,
      'A booking has at most 10 services.',
    ],
    [{ service: ['1', 'Corte'] }, UsageError, 'A service can be booked only once per booking.'],
    [
      { service: ['Colaracion'] },
      CliError,
      'There is no service "Colaracion". Did you mean Coloración?',
    ],
    [{ professional: 'igo' }, CliError, 'There is no professional "igo". Did you mean Íñigo?'],
    [{ service: ['co'] }, CliError, 'There is no service "co". Did you mean Corte or Coloración?'],
    [{ service: ['9'] }, CliError, 'There is no service "9".'],
    [
      { professional: 'Eva' },
      CliError,
      'Eva is the name of 2 entries (professional 4, 5). Pass the id instead.',
    ],
  ]
  for (const [more, kind, message] of cases) {
    assert.throws(
      () => readVisit({ ...valid, ...more }, salon, handles, now),
      (error) => {
        assert.ok(error instanceof kind)
        assert.equal(error.message, message)
        return true
      },
    )
  }
})

test('a country is found by its code or its name in en, es or ar', () => {
  assert.deepEqual(
    ['es', 'UK', 'espana', 'España', 'إسبانيا', 'reino unido'].map(countryCode).join(),
    'ES,GB,ES,ES,ES,GB',
  )
  const message =
    'Invalid value for --country: expected a two-letter code such as ES, got "spian". Did you ' +
    'mean ES (Spain)?'
  assert.throws(() => countryCode('spian'), { name: 'UsageError', message })
})

test("D4: today is the current day in the salon's time zone", () => {
  const day = (word: string, timezone: string) => parseDay('from', word, timezone, now)
  assert.deepEqual(
    [day('today', 'Europe/Madrid'), day('today', 'Asia/Dubai')],
    ['2030-03-04', '2030-03-05'].map(parseDate),
  )
  assert.equal(day('yesterday', 'Asia/Dubai'), parseDate('2030-03-04'))
  for (const word of ['2030-02-30', 'monday', 'constructor'])
    assert.throws(() => day(word, 'Asia/Dubai'), UsageError)
})

const expiryNow = new Date('2027-03-01T12:34:56.789Z')
const readExpiry = (text: string, timezone = 'Europe/Madrid') =>
  parseExpiry(text, timezone, expiryNow).toISOString()

test("an expiry is a number of days, the end of a day in the salon's time zone, or a time", () => {
  assert.equal(readExpiry('1d'), '2027-03-02T12:34:56.789Z')
  assert.equal(readExpiry('90d'), '2027-05-30T12:34:56.789Z')
  assert.equal(readExpiry('2027-06-30'), '2027-06-30T22:00:00.000Z')
  assert.equal(readExpiry('2027-12-31', 'Asia/Dubai'), '2027-12-31T20:00:00.000Z')
  assert.equal(readExpiry('2027-06-30T12:00:00Z'), '2027-06-30T12:00:00.000Z')
  assert.equal(readExpiry('2027-06-30T12:00:00+02:00'), '2027-06-30T10:00:00.000Z')
})

test('a day ends where the next one begins, even where midnight does not exist', () => {
  // clocks in Cairo go from 23:59 to 01:00 on the night to 2027-04-30
  assert.equal(readExpiry('2027-04-29', 'Africa/Cairo'), '2027-04-29T22:00:00.000Z')
})

test('other expiry values are rejected', () => {
  for (const text of [
    '',
    'soon',
    '0d',
    '-1d',
    '1.5d',
    '2027-02-30',
    '2027-6-1',
    '2027-06-30T12:00',
    '1735689600',
  ]) {
    assert.throws(
      () => readExpiry(text),
      { name: 'UsageError', message: /^Invalid value for --expires: expected / },
      text,
    )
  }
})

import assert from 'node:assert/strict'
import test from 'node:test'
import type { Booking, BookingState, Catalog } from '@silla/core'
import { parseDate } from '@silla/slots'
import { invalidTransition, type TargetState } from '../../cli/src/errors/booking-errors.ts'
import { CliError, UsageError } from '../../cli/src/errors/report-error.ts'
import { countryCode } from '../../cli/src/flags/country-code.ts'
import { parseDay } from '../../cli/src/flags/parse-days.ts'
import { readVisit, type VisitFlags } from '../../cli/src/flags/visit-flags.ts'
import { JsonStream, jsonText } from '../../cli/src/format/json.ts'
import { sanitize, stripControl } from '../../cli/src/format/sanitize.ts'

// What staff types in place of ids and dates.

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

const fine: VisitFlags = {
  ...{ professional: 'iñigo', service: ['haircut', '2'], day: 'tomorrow', time: '10:30' },
  ...{ name: ' Lucía ', email: 'lucia@example.com', phone: '600 123 456' },
}

test('services and professionals go by id or by name, in any language, capitals and accents aside', () => {
  const visit = readVisit(fine, salon, handles, now)
  assert.deepEqual([visit.professionalId, visit.serviceIds], [3, [1, 2]])
  assert.deepEqual([visit.day, visit.startMinute], [parseDate('2030-03-05'), 630])
  assert.deepEqual(visit.contact, {
    name: 'Lucía',
    email: 'lucia@example.com',
    phone: '+34600123456',
  })
  const filed = readVisit(
    { ...fine, professional: 'eva-2', service: ['tinte'] },
    salon,
    handles,
    now,
  )
  assert.deepEqual([filed.professionalId, filed.serviceIds], [5, [2]])
  assert.deepEqual([visit.language, visit.byBusiness, visit.usePoints], ['es', true, false])
})

test('what cannot be read is refused with what would do', () => {
  const wrong: [
    more: Partial<VisitFlags>,
    kind: typeof CliError | typeof UsageError,
    message: string,
  ][] = [
    [
      { time: '9:00' },
      UsageError,
      'Invalid value for --time: expected a time such as 09:30, got "9:00".',
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
  for (const [more, kind, message] of wrong) {
    assert.throws(
      () => readVisit({ ...fine, ...more }, salon, handles, now),
      (error) => {
        assert.ok(error instanceof kind)
        assert.equal(error.message, message)
        return true
      },
    )
  }
})

test('a country goes by its code or by its name in any of our languages', () => {
  assert.deepEqual(
    ['es', 'UK', 'espana', 'España', 'إسبانيا', 'reino unido'].map(countryCode).join(),
    'ES,GB,ES,ES,ES,GB',
  )
  const message =
    'Invalid value for --country: expected a two-letter code such as ES, got "spian". Did you mean ES (Spain)?'
  assert.throws(() => countryCode('spian'), { name: 'UsageError', message })
})

test('D4: today is what the calendar of the salon says', () => {
  const day = (word: string, timezone: string) => parseDay('from', word, timezone, now)
  assert.deepEqual(
    [day('today', 'Europe/Madrid'), day('today', 'Asia/Dubai')],
    ['2030-03-04', '2030-03-05'].map(parseDate),
  )
  assert.equal(day('yesterday', 'Asia/Dubai'), parseDate('2030-03-04'))
  for (const word of ['2030-02-30', 'monday', 'constructor'])
    assert.throws(() => day(word, 'Asia/Dubai'), UsageError)
})

test('what somebody outside wrote cannot tell the terminal to do anything', async () => {
  assert.equal(sanitize('\u202eavE\u202c أحمد'), 'avE أحمد')
  assert.equal(sanitize('Eva\u001b[2J\u001b]0;title\u0007\r\nPrado\u009b1m'), 'Eva Prado')
  const green = '\u001b[32mok\u001b[39m'
  assert.equal(
    stripControl(`${green}\t\u001b[2J\u009b2J\u202eeva\u2069\r\n`),
    `${green}\t[2J2Jeva\n`,
  )
  const steering = { name: 'a\u0085\u009b2J\u202eb' }
  const escaped = '"name": "a\\u0085\\u009b2J\\u202eb"'
  assert.equal(jsonText(steering), `{\n  ${escaped}\n}`)
  let said = ''
  const json = new JsonStream(async (text) => {
    said += text
  })
  await json.object(steering)
  assert.equal(said, `{\n  ${escaped}`)
})

test('a step that a booking cannot take is told with what it is, and from when on it could be taken', () => {
  const booking = {
    code: 'X',
    startsAt: new Date('2030-03-04T22:50:00Z'),
    timezone: 'Asia/Dubai',
  } as Booking
  const observation: [state: BookingState, target: TargetState, reason: string][] = [
    ['confirmed', 'completed', 'starts at 2030-03-05 02:50: it can become completed from then on.'],
    [
      'confirmed',
      'no_show',
      'starts at 2030-03-05 02:50: it can become no_show from 2030-03-05 03:05 on.',
    ],
    ['pending', 'completed', 'is pending: confirm it first.'],
    ['completed', 'confirmed', 'is completed: only a pending booking can be confirmed.'],
    ['completed', 'no_show', 'has been completed for more than 72 hours and can no longer change.'],
    ['cancelled', 'confirmed', 'is cancelled, which is final.'],
    [
      'confirmed',
      'cancelled',
      'started at 2030-03-05 02:50: only an upcoming booking can be cancelled.',
    ],
    ['no_show', 'no_show', 'is already no_show.'],
  ]
  for (const [state, step, reason] of observation)
    assert.equal(invalidTransition(step, { ...booking, state }).message, `Booking X ${reason}`)
})

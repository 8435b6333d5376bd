import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applySalon,
  changeSalon,
  exportSalon,
  parseSalonDocument,
  planUpdate,
  type SalonFileDocument,
  updateBusiness,
} from '@silla/core'
import { languages } from '@silla/locale'
import { testDatabase } from '../support/database.ts'
import { untilWaiting } from '../support/until-waiting.ts'
import { insertBooking } from './salon-contents.ts'
import { salonFile } from './salon-text.ts'

const { admin, witness } = await testDatabase()

test('single fields are updated, the rest stays, and the change is in the audit log', async () => {
  const { businessId } = await applySalon(
    admin,
    salonFile('facts', ['address:', 'contact: { email: a@b.example }\naddress:']),
  )
  const before = await exportSalon(admin, 'facts')
  const update = {
    name: ' Casa Lola ',
    email: '',
    'cancellation-hours': 48,
    'reminder-hours': 'never',
    points: true,
  }
  const fields = [
    { field: 'name', from: 'Salón Lola', to: 'Casa Lola' },
    { field: 'e-mail', from: 'a@b.example', to: '' },
    { field: 'cancellation hours', from: '24', to: '48' },
    { field: 'points', from: 'no', to: 'yes' },
    { field: 'reminder before', from: '24 h', to: 'never' },
    { field: 'notifications', from: 'daily', to: 'none' },
  ]
  const planned = await planUpdate(admin, 'facts', update)
  assert.deepEqual(
    planned.changes.flatMap((change) => change.fields),
    fields,
  )
  assert.equal(await exportSalon(admin, 'facts'), before)
  await updateBusiness(admin, 'facts', update)
  const after = before
    .replace('name: Salón Lola', 'name: Casa Lola')
    .replace('contact:\n  email: a@b.example\n\n', '')
    .replace('cancellation_hours: 24', 'cancellation_hours: 48')
    .replace('reminder_hours: 24', 'reminder_hours: never')
    .replace('points: false', 'points: true')
  assert.equal(await exportSalon(admin, 'facts'), after)
  const [entry] = await witness`
    select detail from audit_entries where business_id = ${businessId} and action = 'businesses.update'`
  assert.equal(entry?.detail.changes.length, 2)
})

test('brand colour, page, notifications and names in calendars are set and cleared', async () => {
  await applySalon(
    admin,
    salonFile('shown', ['address:', 'contact: { email: a@b.example }\naddress:']),
  )
  const before = await exportSalon(admin, 'shown')
  await updateBusiness(admin, 'shown', {
    'brand-color': '#8C2F39',
    'online-page': true,
    notifications: 'each',
    'notes-in-owner-emails': false,
    'calendar-names': 'full',
  })
  const after = await exportSalon(admin, 'shown')
  assert.match(after, /^branding:\n {2}color: "#8c2f39"$/m)
  assert.match(
    after,
    /^ {2}online_page: true\n {2}notifications: each\n {2}notes_in_owner_emails: false\n(?: {2}\w*messages\w*: .+\n){3} {2}calendar_names: full$/m,
  )
  await assert.rejects(updateBusiness(admin, 'shown', { email: '' }), {
    message: 'notifications: each needs contact.email',
  })
  await updateBusiness(admin, 'shown', {
    'brand-color': '',
    'online-page': false,
    notifications: '',
    'notes-in-owner-emails': true,
    'calendar-names': '',
  })
  assert.equal(await exportSalon(admin, 'shown'), before)
})

test('changing the main language keeps the language of every text', async () => {
  await applySalon(admin, salonFile('translated'))
  const { changes } = await updateBusiness(admin, 'translated', { language: 'en' })
  assert.deepEqual(
    changes.flatMap(({ fields }) => fields),
    [{ field: 'language', from: 'es', to: 'en' }],
  )
})

test('an invalid value is reported with its key, and nothing is changed', async () => {
  await applySalon(admin, salonFile('strict'))
  const before = await exportSalon(admin, 'strict')
  await assert.rejects(updateBusiness(admin, 'strict', { 'slot-interval': 20, language: 'fr' }), {
    code: 'NOT_VALID',
    message:
      `language: must be one of ${languages.join(', ')}, found "fr"\n` +
      'slot_interval: must be 15 or 30 (minutes), found 20',
  })
  assert.equal(await exportSalon(admin, 'strict'), before)
  await assert.rejects(updateBusiness(admin, 'nobody', { points: true }), {
    code: 'BUSINESS_NOT_FOUND',
  })
})

test('a time zone change is refused if bookings would be outside working time', async () => {
  const { businessId } = await applySalon(admin, salonFile('moves'))
  const visit = {
    professional: 'luis',
    service: 'corte',
    startsAt: '2040-03-06T12:00:00Z',
    code: 'MOVES00001',
  }
  await insertBooking(witness, businessId, visit)
  const { orphaned } = await planUpdate(admin, 'moves', { timezone: 'Asia/Tokyo' })
  assert.deepEqual(
    orphaned.map(({ reason }) => reason),
    ['outside working time'],
  )
  await assert.rejects(updateBusiness(admin, 'moves', { timezone: 'Asia/Tokyo' }), {
    code: 'WOULD_STRAND_BOOKINGS',
  })
})

test('two changes at the same time are both applied', async () => {
  await applySalon(admin, salonFile('both'))
  const { changing } = await witness.begin(async (tx) => {
    await tx`select from registry.businesses where slug = 'both' for update`
    const rename = (document: SalonFileDocument) =>
      parseSalonDocument({ ...document, name: 'Both' })
    const changing = Promise.all([
      updateBusiness(admin, 'both', { 'cancellation-hours': 7 }),
      changeSalon(admin, 'both', rename, { action: 'businesses.update' }),
    ])
    // both have started and wait for the lock before they read the salon
    await untilWaiting(2)
    return { changing }
  })
  await changing
  assert.match(await exportSalon(admin, 'both'), /name: Both\n.*cancellation_hours: 7\n/s)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importBookings, importCustomers, readBookingFile, readCustomerFile } from '@silla/core'
import { externalHash, type ImportedKind } from '../../packages/core/src/imports/external-hash.ts'
import {
  type BookingField,
  bookingColumns,
  bookingFields,
  type CustomerField,
  customerColumns,
  customerFields,
} from '../../packages/core/src/imports/profiles.ts'
import { none } from '../architecture/sources.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { chunksOf } from '../unit/imports/files.ts'

// Each field of a file changes what is stored, so that none is read and then forgotten.

const { witness } = await testDatabase()

type Values<Field extends string> = Readonly<Partial<Record<Field, string>>>

/** Another value of a field, and those beside which it counts, where they are not the usual ones. */
type Variants<Field extends string> = Readonly<
  Record<Field, { other: string; beside?: Values<Field> }>
>

const customer: Values<CustomerField> = {
  id: '1',
  name: 'Eva Gil',
  email: 'eva@example.com',
  phone: '+34600111222',
  language: 'es',
  blocked: 'no',
}

const namedInParts = { name: '', firstName: 'Eva', lastName: 'Gil' }

const customers: Variants<CustomerField> = {
  id: { other: '2' },
  name: { other: 'Eva Gómez' },
  firstName: { other: 'Ana', beside: namedInParts },
  lastName: { other: 'Gómez', beside: namedInParts },
  email: { other: 'gil@example.com' },
  phone: { other: '+34600111333' },
  language: { other: 'ar' },
  blocked: { other: 'yes' },
}

const booking: Values<BookingField> = {
  id: '1',
  customerId: '1',
  name: 'Eva Gil',
  email: 'eva@example.com',
  phone: '+34600111222',
  start: '2030-03-05 10:00',
  duration: '30',
  service: 'Corte',
  professional: 'Ana',
  price: '12',
  status: 'completed',
  notes: 'Una nota',
}

const inParts = { start: '', date: '2030-03-05', time: '10:00' }

const bookings: Variants<BookingField> = {
  id: { other: '2' },
  customerId: { other: '2' },
  name: { other: 'Eva Gómez' },
  firstName: { other: 'Ana', beside: namedInParts },
  lastName: { other: 'Gómez', beside: namedInParts },
  email: { other: 'gil@example.com' },
  phone: { other: '+34600111333' },
  start: { other: '2030-03-05 10:15' },
  date: { other: '2030-03-06', beside: inParts },
  time: { other: '10:15', beside: inParts },
  end: { other: '10:45', beside: { duration: '', end: '10:30' } },
  duration: { other: '45' },
  service: { other: 'Barba' },
  professional: { other: 'Bea' },
  price: { other: '13' },
  status: { other: 'no show', beside: { start: '2029-03-05 10:00' } },
  notes: { other: 'Otra nota' },
}

test('every field of a file of customers is stored', async () => {
  const found = await fieldsThatChangeNothing(customerFields, async (salon, field, value) => {
    const { other, beside } = customers[field]
    const values = { ...customer, ...beside, ...(value === 'other' && { [field]: other }) }
    const context = await staffOf(salon, 'customers.import')
    const file = await readCustomerFile(
      await context.tenant.catalog(),
      inputOf(fileOf(customerFields, values, customerColumns('generic'))),
    )
    await importCustomers(context, file, { dryRun: false })
  })
  none(found, 'These fields are read from a file of customers, and are not stored:')
})

test('every field of a file of bookings is stored', async () => {
  const found = await fieldsThatChangeNothing(bookingFields, async (salon, field, value) => {
    const { other, beside } = bookings[field]
    const values = { ...booking, ...beside, ...(value === 'other' && { [field]: other }) }
    const context = await staffOf(salon, 'bookings.import')
    const catalog = await context.tenant.catalog()
    const known = inputOf('id,name\n1,Eva Uno\n2,Eva Dos')
    await importCustomers(context, await readCustomerFile(catalog, known), { dryRun: false })
    const text = fileOf(bookingFields, values, bookingColumns('generic'))
    const file = await readBookingFile(catalog, inputOf(text), null)
    const options = { dryRun: false, mapping: new Map(), matchNames: false, remind: false }
    await importBookings(context, file, options)
  })
  none(found, 'These fields are read from a file of bookings, and are not stored:')
})

/** Imports each field with two values, each into a salon of its own, and compares what is stored. */
async function fieldsThatChangeNothing<Field extends string>(
  fields: readonly Field[],
  importWith: (salon: TestSalon, field: Field, value: 'usual' | 'other') => Promise<void>,
): Promise<string[]> {
  const same: string[] = []
  for (const field of fields) {
    const stored: string[] = []
    for (const value of ['usual', 'other'] as const) {
      const salon = await openSalon({
        ...{ now: '2030-03-04T08:00', professionals: ['Ana', 'Bea'] },
        services: [{ name: 'Corte' }, { name: 'Barba' }],
      })
      await importWith(salon, field, value)
      stored.push(await importedRows(salon))
    }
    assert.ok(
      stored.every((rows) => rows.includes('Gil') || rows.includes('Gómez')),
      field,
    )
    if (stored[0] === stored[1]) same.push(field)
  }
  return same
}

/** What an import writes, by names in place of ids, which differ from salon to salon. */
async function importedRows({ businessId }: TestSalon): Promise<string> {
  const customers = await witness`
    select name, email, phone, language, blocked_at is not null as is_blocked
    from customers where business_id = ${businessId} order by name, email`
  const visits = await witness`
    select booking.state, booking.local_start::text, booking.ends_at, booking.total_cents,
      booking.contact_name, booking.contact_email, booking.contact_phone, booking.language,
      booking.notes, booker.name as booker, line.name, worker.name as worker
    from bookings booking
    join customers booker on booker.business_id = ${businessId} and booker.id = booking.customer_id
    join booking_lines line
      on line.business_id = ${businessId} and line.booking_id = booking.id
    join professionals worker
      on worker.business_id = ${businessId} and worker.id = line.professional_id
    where booking.business_id = ${businessId}`
  const hashes = await witness<{ kind: ImportedKind; externalHash: string }[]>`
    select kind, encode(external_hash, 'hex') as external_hash from imported_rows
    where business_id = ${businessId} order by kind`
  const recognized = hashes.map(({ kind, externalHash: hash }) => [
    kind,
    ['1', '2'].find((id) => externalHash(businessId, 'generic', kind, ['id', id]) === hash),
  ])
  return JSON.stringify([customers, visits, recognized])
}

function fileOf<Field extends string>(
  fields: readonly Field[],
  values: Values<Field>,
  columns: Readonly<Partial<Record<Field, readonly string[]>>>,
): string {
  const header = fields.map((field) => columns[field]?.[0] ?? field)
  return [header, fields.map((field) => values[field] ?? '')].map((row) => row.join(',')).join('\n')
}

const inputOf = (text: string) => ({
  bytes: chunksOf(text, 4096),
  encoding: 'utf-8' as const,
  source: 'generic' as const,
  columns: new Map<string, string>(),
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importCustomers, readCustomerFile } from '@silla/core'
import { runBackfills } from '../../../db/src/migrate/backfills.ts'
import { dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { staffOf } from '../../support/staff.ts'
import { chunksOf } from '../../unit/imports/files.ts'
import { bearer, hasAccount } from '../auth/an-account.ts'

// Customers are searched by columns that each change of a name or a phone writes (D74, decision 0115).

const { witness } = await testDatabase()

/** Names of the customers who are not found as they are called now. */
const outdated = async ({ businessId }: TestSalon): Promise<string[]> => {
  const rows = await witness<{ name: string }[]>`
    select customer.name
    from customers customer
    cross join lateral app.search_columns(customer.name, customer.phone) words
    where customer.business_id = ${businessId}
      and (customer.search_name, customer.search_word_2, customer.search_word_3,
        customer.search_word_4, customer.search_word_5, customer.search_word_6,
        customer.phone_reversed) is distinct from (words.search_name, words.search_word_2,
        words.search_word_3, words.search_word_4, words.search_word_5, words.search_word_6,
        words.phone_reversed)
    order by customer.name`
  return rows.map(({ name }) => name)
}

test('D74: after every change of a customer the columns for the search are those of the name and the phone', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  const isInLine = async (change: string) => assert.deepEqual(await outdated(salon), [], change)
  const guest = {
    ...{ email: 'guest@example.com', nombre: 'Lucía Prado Gil', telefono: '612 345 678' },
    password: 'la silla junto a la ventana',
  }
  dataOf(
    await salon.guest.book('Ana', '10:00', {
      ...{ nombre: guest.nombre, email: guest.email, telefono: guest.telefono },
    }),
    201,
  )
  await isInLine('a guest books')

  const { access_token } = await hasAccount(salon, { ...guest, nombre: 'Lucía de la Vega' })
  await isInLine('a guest registers')
  await hasAccount(salon, { ...guest, email: 'new@example.com' })
  await isInLine('somebody new registers')
  for (const change of [{ nombre: 'Lu' }, { telefono: '699 11 22 33' }, { idioma: 'en' }]) {
    dataOf(await salon.guest.put('/cliente/perfil/', change, bearer(access_token)))
    await isInLine(`a profile changes: ${Object.keys(change)}`)
  }

  const card = { nombre: 'Eva Marín', telefono: '+34611000111' }
  const eva = dataOf(await salon.backend.post('/clientes/', card), 201)
  await isInLine('the salon adds somebody')
  dataOf(
    await salon.backend.put(`/clientes/${eva.id}/`, {
      nombre: 'Eva María Marín',
      telefono: '+34611000222',
      version: eva.version,
    }),
  )
  await isInLine('a card changes')

  const nandu = { nombre: 'Ñandú Ruiz', email: 'nandu@example.com' }
  dataOf(await salon.backend.post('/clientes/', nandu), 201)
  const context = await staffOf(salon, 'customers.import')
  const rows = 'Ñandú Ruiz,nandu@example.com,655000111\nZoe Sanz,zoe@example.com,655000222'
  const file = await readCustomerFile(await context.tenant.catalog(), {
    ...{ bytes: chunksOf(`name,email,phone\n${rows}\n`, 4096), encoding: 'utf-8' as const },
    ...{ source: 'generic' as const, columns: new Map() },
  })
  const report = await importCustomers(context, file, { dryRun: false, onProgress: () => {} })
  assert.deepEqual(
    report.rows.map(({ outcome }) => outcome),
    ['merged', 'created'],
  )
  await isInLine('an import completes a phone and adds somebody')

  const other = dataOf(await salon.backend.post('/clientes/', { nombre: 'Eva M.' }), 201)
  dataOf(await salon.backend.post(`/clientes/${other.id}/fusionar/`, { con: eva.id }))
  await isInLine('two are merged')
  dataOf(await salon.guest.delete('/cliente/perfil/', bearer(access_token)))
  await isInLine('somebody is erased')
  const [count] = await witness<{ named: number; phones: number }[]>`
    select count(*) filter (where search_name <> '')::int as named, count(phone_reversed)::int as phones
    from customers where business_id = ${salon.businessId}`
  assert.deepEqual({ ...count }, { named: 4, phones: 4 })
})

test('what a program of the release before has written is brought in line by the next migrate', async () => {
  const salon = await openSalon()
  for (const name of ['Ana Uno', 'Bea Dos', 'Eva Tres'])
    dataOf(await salon.backend.post('/clientes/', { nombre: name, telefono: '+34611000111' }), 201)
  await witness`
    insert into customers (business_id, email_key, email, name, language, created_at)
    values (${salon.businessId}, null, '', 'Ida Nueva', 'es', now())`
  await witness`
    update customers set name = 'Bea Nueva', phone = ''
    where business_id = ${salon.businessId} and name = 'Bea Dos'`
  await witness`
    update customers set phone = '+34611000222'
    where business_id = ${salon.businessId} and name = 'Eva Tres'`
  assert.deepEqual(await outdated(salon), ['Bea Nueva', 'Eva Tres', 'Ida Nueva'])
  assert.deepEqual(await runBackfills(witness), ['app.customers.search_name'])
  assert.deepEqual(await outdated(salon), [])
  assert.deepEqual(await runBackfills(witness), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog, eraseCustomerAsStaff } from '@silla/core'
import { auditQueries, businessQueries, migrate } from '@silla/db'
import { assertError, dataOf } from '../../support/assertions.ts'
import type { ApiResponse } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon } from '../../support/salon.ts'
import { staffOf } from '../../support/staff.ts'
import { tableReads } from '../../support/table-reads.ts'

const { admin, urls, witness } = await testDatabase()
const now = '2030-03-04T10:00'
const salon = await openSalon({ professionals: ['Ana'], now })
const block = (day: string) => ({
  ...{ peluquero_id: salon.id('Ana'), motivo: 'Curso' },
  ...{ desde: `${day}T10:00`, hasta: `${day}T11:00` },
})

test('D66: what changes nothing a second time has one entry', async () => {
  const owner = await salon.staff('owner')
  const person = await salon.staff('receptionist')
  const customer = dataOf(await owner.post('/clientes/', { nombre: 'Eva Ruiz' }), 201)
  const entries = async (operation: string, id: number) => {
    const query = `recurso=${operation.startsWith('staff') ? 'personal' : 'cliente'}&recurso_id=${id}`
    const { items } = dataOf(await owner.get(`/auditoria/?${query}`))
    return items.filter(({ operacion }: Entry) => operacion === operation).length
  }
  const twice = async (send: () => Promise<ApiResponse>) => {
    dataOf(await send())
    dataOf(await send())
  }
  await twice(() => owner.delete(`/personal/${person.staffId}/`))
  await twice(() => owner.post(`/clientes/${customer.id}/bloquear/`))
  await twice(() => owner.post(`/clientes/${customer.id}/desbloquear/`))
  assert.deepEqual(
    await Promise.all([
      entries('staff.deactivate', person.staffId),
      entries('customers.block', customer.id),
      entries('customers.unblock', customer.id),
    ]),
    [1, 1, 1],
  )
})

test('D66: owners read who changed what, with what, before and after', async () => {
  const owner = await salon.staff('owner', { name: 'Lola Gil' })
  const { id } = dataOf(await owner.post('/bloqueos/', block('2030-03-05')), 201)
  salon.setTime('2030-03-04T10:01')
  dataOf(await salon.backend.delete(`/bloqueos/${id}/`))
  salon.setTime('2030-03-04T10:02')
  dataOf(await owner.put('/ajustes/negocio/', { calle: 'Calle Mayor 7' }))

  const { items, siguiente } = dataOf(await owner.get('/auditoria/?desde=2030-03-04&limite=3'))
  const person = { tipo: 'persona', id: owner.staffId, nombre: 'Lola Gil' }
  assert.match(siguiente, /^\d+\.\d+$/)
  assert.deepEqual(
    items.map(({ creado_en, quien, operacion, recurso, dispositivo }: Entry) => [
      ...[creado_en, quien, operacion, recurso.tipo, dispositivo],
    ]),
    [
      ['2030-03-04T09:02:00.000Z', person, 'settings.update', 'ajuste', 'Firefox, Linux'],
      [
        ...['2030-03-04T09:01:00.000Z', { tipo: 'clave', id: null, nombre: 'server' }],
        ...['blocks.delete', 'bloqueo', ''],
      ],
      ['2030-03-04T09:00:00.000Z', person, 'blocks.create', 'bloqueo', 'Firefox, Linux'],
    ],
  )
  const [changed, deleted, created] = items
  assert.deepEqual([deleted.recurso.id, created.recurso.id], [id, id])
  assert.deepEqual(changed.cambios[0].campos, [
    { campo: 'calle', antes: changed.cambios[0].campos[0].antes, despues: 'Calle Mayor 7' },
  ])
  assert.deepEqual(
    changed.detalle,
    { huerfanas_permitidas: false },
    'what has a field is not repeated',
  )

  const { data, codes } = await queryGraphql(
    owner,
    `{ auditoria(recurso: "bloqueo", recurso_id: ${id}, limite: 1) { items { operacion quien { id } } siguiente } }`,
  )
  assert.deepEqual(codes, [])
  assert.deepEqual(data.auditoria.items, [{ operacion: 'blocks.delete', quien: { id: null } }])
  assert.match(data.auditoria.siguiente, /^\d+\.\d+$/, 'another one is before it')
})

test('D66: details are in the words of the API, as roles and permissions are', async () => {
  const owner = await salon.staff('owner')
  const person = await salon.staff('receptionist')
  const change = { rol: 'encargado', permisos_retirados: ['informes.salon'] }
  dataOf(await owner.put(`/personal/${person.staffId}/`, change))
  const path = `/auditoria/?recurso=personal&recurso_id=${person.staffId}&limite=1`
  const [entry] = dataOf(await owner.get(path)).items
  assert.deepEqual(entry.detalle, {
    persona_id: person.staffId,
    cambios: {
      rol: { antes: 'recepcion', despues: 'encargado' },
      permisos_retirados: { antes: [], despues: ['informes.salon'] },
    },
  })
})

test('D66: the audit log is filtered, and read part by part', async () => {
  const [owner, colleague] = [await salon.staff('owner'), await salon.staff('manager')]
  const days = ['2030-03-05', '2030-03-06', '2030-03-07']
  for (const day of days) {
    salon.setTime(`${day}T23:59`)
    dataOf(await colleague.post('/bloqueos/', block('2030-05-06')), 201)
    // the day of the salon, not of UTC
    salon.setTime(`${day}T00:00`)
    dataOf(
      await colleague.put('/ajustes/reglas/', {
        antelacion_minima_minutos: 10 + days.indexOf(day),
      }),
    )
    dataOf(await salon.backend.delete(`/bloqueos/${await latestBlock()}/`))
  }
  const list = async (query: string) => dataOf(await owner.get(`/auditoria/?${query}`))
  const mine = `persona=${colleague.staffId}`
  const operations = async (query: string) =>
    (await list(query)).items.map(({ operacion }: Entry) => operacion)

  assert.deepEqual(await operations(`${mine}&desde=2030-03-06&hasta=2030-03-06`), [
    ...['blocks.create', 'settings.update'],
  ])
  assert.equal((await operations(`${mine}&recurso=bloqueo`)).length, 3)
  assert.deepEqual(await operations('persona=1'), [], 'nobody has this id')
  assert.deepEqual(await operations(`recurso=reserva&recurso_id=${await latestBlock()}`), [])

  const read = []
  let after = ''
  do {
    const part = await list(`${mine}&limite=2${after}`)
    read.push(...part.items.map(({ id }: Entry) => id))
    after = part.siguiente === null ? '' : `&antes_de=${part.siguiente}`
  } while (after !== '')
  assert.deepEqual(
    read,
    (await list(mine)).items.map(({ id }: Entry) => id),
  )
  assert.equal(read.length, 6)

  for (const [query, code] of [
    ['desde=2030-02-30', 'INVALID_DATE'],
    ['desde=2030-03-05&hasta=2030-03-04', 'INVALID_RANGE'],
    ['recurso=otro', 'VALIDATION_ERROR'],
    ['recurso_id=1', 'VALIDATION_ERROR'],
    ['antes_de=x', 'VALIDATION_ERROR'],
    ['limite=201', 'VALIDATION_ERROR'],
  ] as const)
    assertError(await owner.get(`/auditoria/?${query}`), code)
  salon.setTime(now)
})

test('D66: each filter reads the entries that it returns, whatever else the salon has done', async () => {
  const others = await openSalon()
  await witness`
    insert into audit_entries (
      business_id, occurred_at, operator, action, detail, staff_id, topic, record_id)
    select ${others.businessId}, ${salon.clock.now()}::timestamptz - n * interval '1 minute', 'key x',
      case n % 2 when 1 then 'holds.create' else 'bookings.create' end, '{}',
      case when n % 2 = 1 and n % 100 <> 1 then 7 else 8 end,
      case n % 2 when 1 then 'holds' else 'bookings' end, n
    from generate_series(1, 2000) n`
  await witness`analyze audit_entries`
  const part = { ...{ from: null, before: null, staffId: null, topic: null }, recordId: null }
  for (const [filter, most] of [
    [{}, 12],
    [{ staffId: 7 }, 12],
    [{ topic: 'holds' }, 12],
    [{ staffId: 8, topic: 'holds' }, 12],
    [{ topic: 'bookings', recordId: 78 }, 2],
  ] as const) {
    const reads = await tableReads(urls.api, async (tx) => {
      const own = await businessQueries.setTenant(tx as never, others.businessId)
      const rows = await auditQueries.listAuditPart(own, {
        ...{ ...part, ...filter, after: null, limit: 10 },
      })
      assert.ok(rows.length > 0, JSON.stringify(filter))
    })
    const { sequentialScans, rowsByIndex } = reads.get('app.audit_entries') ?? assert.fail()
    assert.equal(sequentialScans, 0)
    assert.ok(rowsByIndex <= most, `${JSON.stringify(filter)} read ${rowsByIndex} rows`)
  }
})

test('D66: owners read that the platform changed something, without the account that did', async () => {
  const owner = await salon.staff('owner')
  const [created] = dataOf(await owner.get('/auditoria/?recurso=negocio')).items
  assert.deepEqual(created?.quien, { tipo: 'plataforma', id: null, nombre: 'Silla' })
})

test('D66: what was erased of a customer does not come back with the audit log', async () => {
  const owner = await salon.staff('owner')
  const secretOf = { nombre: 'Zenobia', email: 'zenobia@example.com', telefono: '+34600111999' }
  const { id } = dataOf(await owner.post('/clientes/', secretOf), 201)
  dataOf(await owner.put(`/clientes/${id}/`, { telefono: '+34600111888' }))
  dataOf(await owner.post(`/clientes/${id}/notas/`, { tipo: 'nota', texto: 'Rizado' }), 201)
  await eraseCustomerAsStaff(await staffOf(salon, 'customers.erase'), id)
  const answer = await owner.get(`/auditoria/?recurso=cliente&recurso_id=${id}`)
  assert.deepEqual(
    dataOf(answer).items.map(({ operacion }: Entry) => operacion),
    ['customers.notes.create', 'customers.update', 'customers.create'],
  )
  assert.doesNotMatch(JSON.stringify(answer.data), /zenobia|600111|Rizado/i)
})

test('D66: operators list the changes of a person', async () => {
  const person = await salon.staff('receptionist', { name: 'Eva Sanz' })
  dataOf(await person.post('/bloqueos/', block('2030-06-04')), 201)
  const { entries, total } = await auditLog(admin, salon.slug, {
    ...{ staffId: person.staffId, offset: 0, limit: 5 },
  })
  assert.deepEqual(
    [total, entries[0]?.operator, entries[0]?.staffId, entries[0]?.supportId],
    [1, 'staff Eva Sanz', person.staffId, null],
  )
})

test('D66: entries of a release before are found by what they are about, once the schema is migrated', async () => {
  const records = () => witness`
    select id, topic, record_id from audit_entries where business_id = ${salon.businessId} order by id`
  const before = await records()
  assert.ok(before.some(({ recordId }) => recordId !== null))
  await witness`
    update audit_entries set topic = null, record_id = null where business_id = ${salon.businessId}`
  assert.deepEqual((await migrate(urls.migrator)).backfills, ['app.audit_entries.topic'])
  assert.deepEqual(await records(), before)
})

interface Entry {
  id: number
  creado_en: string
  quien: object
  operacion: string
  recurso: { tipo: string; id: number }
  dispositivo: string
}

async function latestBlock(): Promise<number> {
  const { items } = dataOf(await salon.backend.get('/bloqueos/?desde=2030-05-06&hasta=2030-05-06'))
  return items[0]?.id ?? 0
}

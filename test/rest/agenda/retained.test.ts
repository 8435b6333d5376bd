import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eraseCustomerAsStaff, nightlyMaintenance } from '@silla/core'
import { openApi, testApi } from '../../support/api.ts'
import { dataOf } from '../../support/assertions.ts'
import { client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { publishEvents } from '../../support/events.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { selectAllFields } from '../../support/graphql-selection.ts'
import { runJobs } from '../../support/jobs.ts'
import { requestContextFor } from '../../support/request-context.ts'
import { openSalon } from '../../support/salon.ts'
import { staffOf } from '../../support/staff.ts'

// The agenda is retained, and sent again while nothing of it has changed (D69). GraphQL always reads it.

const { witness } = await testDatabase()

const day = '2030-03-05'
const team = {
  services: [{ name: 'Corte', bufferMinutes: 10 }],
  professionals: [{ name: 'Ana' }, { name: 'Bea' }],
  settings: { confirmsByHand: true },
  now: '2030-03-04T08:00',
}

test('D69: after any change, and for all rights, the agenda that is sent is the present one', async () => {
  const salon = await openSalon({ ...team, payments: true })
  const writer = await openApi(undefined, { clock: salon.clock })
  const backend = client(writer.url, { 'x-api-key': salon.secretKey })
  const guest = salon.guestAt(writer.url)
  const readers = {
    key: salon.backend,
    receptionist: await salon.staff('receptionist'),
    professional: await salon.staff('professional', { professional: 'Ana' }),
    'without contacts': await salon.staff('receptionist', {
      permissionsRemoved: ['customers.contact'],
    }),
  }
  // the writes go through another process than the reads, which learns of them by reading only
  const cut = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana') }
  const book = async (hora_inicio: string, body: object = {}) =>
    dataOf(
      await backend.post('/reservas/crear/', {
        ...{ ...cut, fecha: day, hora_inicio, nombre: 'Lucía Prado', email: 'l@example.com' },
        por_negocio: true,
        ...body,
      }),
      201,
    )
  const hold = { ...cut, fecha: day, hora_inicio: '18:00' }
  const note = { tipo: 'nota', texto: 'Prefiere la tarde' }
  const booking = await book('10:00')
  const held = { id: 0, token: '' }
  const block = { id: 0 }
  const written = { id: 0 }
  const second = await book('11:00', { email: 'm@example.com', nombre: 'Marta Sanz' })
  const third = await book('12:00', { email: 'n@example.com', nombre: 'Nora Gil' })
  const fourth = await book('17:00', { email: 'o@example.com', nombre: 'Olga Ruiz' })
  const pending = await book('15:00', {
    email: 'p@example.com',
    nombre: 'Pía Soler',
    por_negocio: false,
  })
  const changes: [string, () => Promise<unknown>, (keyof typeof readers)[]?][] = [
    ['booked', async () => Object.assign(booking, await book('13:00', { email: 'b@example.com' }))],
    [
      'payment begun',
      () => guest.createIntent(second, { amount: second.total_centimos }) as Promise<unknown>,
    ],
    ['positions', () => publishEvents(salon)],
    [
      'paid',
      async () => {
        const intent = await guest.createIntent(fourth, { amount: fourth.total_centimos })
        salon.stripe.pay(intent)
        return guest.confirmPayment(intent, fourth)
      },
    ],
    [
      'price changed',
      async () =>
        backend.put(`/reservas/${fourth.id}/lineas/`, {
          version: dataOf(await backend.get(`/reservas/${fourth.id}/`)).version,
          lineas: [{ servicio_id: salon.id('Corte'), precio: 5, motivo: 'Cortesía' }],
        }),
    ],
    ['refunds sent', () => runJobs(salon)],
    [
      'customer renamed',
      () => backend.put(`/clientes/${second.cliente.id}/`, { nombre: 'Marta Sanz Gil' }),
      [],
    ],
    ['confirmed', async () => backend.post(`/reservas/${pending.id}/confirmar/`)],
    [
      'moved',
      () =>
        backend.post(`/reservas/${booking.id}/reprogramar/`, {
          ...{ fecha: day, hora_inicio: '14:00', por_negocio: true },
        }),
    ],
    ['arrived', () => salon.setTime(`${day}T08:00`) ?? arrive()],
    ['cancelled', () => backend.post(`/reservas/${booking.id}/cancelar/`, {})],
    [
      'no-show',
      () => salon.setTime(`${day}T12:40`) ?? backend.post(`/reservas/${third.id}/no-show/`, {}),
    ],
    [
      'note on the card',
      async () =>
        Object.assign(
          written,
          dataOf(await backend.post(`/clientes/${second.cliente.id}/notas/`, note), 201),
        ),
      ['key', 'receptionist', 'professional'],
    ],
    [
      'note deleted',
      () => backend.delete(`/clientes/${second.cliente.id}/notas/${written.id}/`),
      ['key', 'receptionist', 'professional'],
    ],
    [
      'blocked',
      async () =>
        Object.assign(
          block,
          dataOf(
            await backend.post('/bloqueos/', {
              ...{ peluquero_id: salon.id('Ana'), motivo: 'Curso' },
              ...{ desde: `${day}T16:00`, hasta: `${day}T17:00` },
            }),
            201,
          ),
        ),
    ],
    ['unblocked', () => backend.delete(`/bloqueos/${block.id}/`)],
    ['held', async () => Object.assign(held, dataOf(await guest.post('/retenciones/', hold), 201))],
    [
      'released',
      () => guest.delete(`/retenciones/${held.id}/`, { 'x-retencion-token': held.token }),
    ],
    ['held again', async () => dataOf(await guest.post('/retenciones/', hold), 201)],
    ['hold expired by time', async () => salon.setTime(`${day}T13:30`)],
    ['closing', () => salon.apply({ ...team, closings: { [day]: '19:00-20:00' } })],
    [
      'shift',
      () =>
        salon.apply({
          ...team,
          professionals: [{ name: 'Ana', shifts: { 2: ['09:00-18:00'] } }, { name: 'Bea' }],
        }),
    ],
    [
      'merged',
      () => backend.post(`/clientes/${second.cliente.id}/fusionar/`, { con: third.cliente.id }),
    ],
    ['erased', async () => eraseCustomerAsStaff(await staffOf(salon), second.cliente.id)],
    ['imported', () => imported()],
    ['permission', () => permitted(), ['without contacts']],
  ]

  const arrive = () => backend.post(`/reservas/${booking.id}/llegada/`, {})
  const imported = async () => {
    await witness`
      with moved as (
        update bookings set contact_name = 'Importada'
        where business_id = ${salon.businessId} and id = ${second.id})
      insert into agenda_changes (business_id) values (${salon.businessId})`
  }
  const permitted = async () => {
    const { staffId } = readers['without contacts']
    await witness`update staff set permissions_removed = '{}' where id = ${staffId}`
    await witness`select pg_notify('silla_staff', ${salon.businessId})`
    for (let isOld = true; isOld; )
      isOld = (await present('without contacts')).reservas.some(
        ({ cliente }: { cliente: { email: string | null } }) => cliente.email === null,
      )
  }
  const present = async (name: keyof typeof readers) => {
    const { data } = await queryGraphql(
      readers[name],
      `{ agenda(fecha: "${day}") ${selectAllFields('Agenda')} }`,
    )
    return data.agenda
  }

  const before = new Map<string, string>()
  const check = async (what: string, seenBy: readonly string[]) => {
    for (const [name, reader] of Object.entries(readers)) {
      const { data, headers } = await reader.get(`/agenda/?fecha=${day}`)
      assert.deepEqual(data, await present(name as never), `${what}: ${name}`)
      const tag = headers.get('etag') ?? ''
      if (seenBy.includes(name)) assert.notEqual(tag, before.get(name), `${what}: ${name}`)
      const again = await reader.get(`/agenda/?fecha=${day}`, { 'if-none-match': tag })
      assert.equal(again.status, 304, `${what}: ${name}`)
      before.set(name, tag)
    }
  }
  try {
    await check('at first', Object.keys(readers))
    for (const [what, change, seenBy = Object.keys(readers)] of changes) {
      const answer = (await change()) as { status?: number; text?: string } | undefined
      assert.ok((answer?.status ?? 200) < 300, `${what}: ${answer?.text}`)
      await check(what, seenBy)
    }
    // counted at night: the sum is the same, and grows with the next change
    await nightlyMaintenance(await requestContextFor(salon))
    await check('at night', [])
    dataOf(await backend.post(`/clientes/${fourth.cliente.id}/notas/`, note), 201)
    await check('after the night', ['key', 'receptionist'])
  } finally {
    await writer.close()
  }
})

test('D69: an agenda that has not changed is not read, and is that of the same rights only', async () => {
  const salon = await openSalon(team)
  const other = await openSalon(team)
  const path = `/agenda/?fecha=${day}`
  dataOf(await salon.backend.book('Ana', '10:00', { date: day }), 201)
  const { text } = await salon.backend.get(path)
  // what no program writes: changed without an event, so that the kept one is still sent
  await witness`
    update bookings set contact_name = 'Otra' where business_id = ${salon.businessId}`
  assert.equal((await salon.backend.get(path)).text, text)
  const namesFor = async (who: { get(path: string): Promise<{ data: unknown }> }) =>
    JSON.stringify((await who.get(path)).data).match(/"(Otra|Lucía Prado)"/)?.[1]
  assert.equal(await namesFor(await salon.staff('receptionist')), 'Lucía Prado', 'the same rights')
  assert.equal(
    await namesFor(
      await salon.staff('receptionist', { permissionsRemoved: ['customers.contact'] }),
    ),
    'Otra',
    'other rights: read for them',
  )
  assert.equal(
    await namesFor(await salon.staff('professional', { professional: 'Bea' })),
    undefined,
  )
  assert.deepEqual(dataOf(await other.backend.get(path)).reservas, [], 'of another salon: never')

  const second = await openApi(undefined, { clock: (await testApi()).clock })
  try {
    const { headers } = await client(second.url, { 'x-api-key': other.secretKey }).get(path)
    const tag = headers.get('etag') ?? ''
    const unchanged = await other.backend.get(path, { 'if-none-match': tag })
    assert.equal(unchanged.status, 304, 'the ETag of one process counts in another')
  } finally {
    await second.close()
  }
})

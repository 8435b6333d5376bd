import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { Client } from '../support/client.ts'
import { queryGraphql } from '../support/graphql.ts'
import { type Customer, openSalon, type TestSalon } from '../support/salon.ts'

// Runs the queries of docs/graphql.md as they are, with the ids of a test salon.

const page = readFileSync(new URL('../../docs/graphql.md', import.meta.url), 'utf8')
const documented = new Map(
  [...page.matchAll(/```graphql\n(\w+ (\w+).*?)```\s+```json\n(.*?)```/gs)].map(
    ([, query = '', name = '', json = '']) => [
      name,
      { query, variables: JSON.parse(json) as Record<string, unknown> },
    ],
  ),
)

let salon: TestSalon
let marta: Customer

before(async () => {
  salon = await openSalon({
    now: '2030-03-04T08:00',
    services: [{ name: 'Corte' }, { name: 'Barba' }],
  })
  marta = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
})

async function answers(name: string, who: Client, mine: Record<string, unknown> = {}) {
  const { query, variables } = documented.get(name) ?? { query: '', variables: {} }
  const { data, codes, text } = await queryGraphql(who, query, { ...variables, ...mine })
  assert.deepEqual(codes, [], `${name}: ${text}`)
  return data
}

test('D29: docs/graphql.md has five queries with variables', () => {
  assert.deepEqual([...documented.keys()], ['Pantalla', 'Dia', 'Reservar', 'MiCuenta', 'Agenda'])
})

test('D29: the documented queries load a screen, book, and show the customer and the salon’s day', async () => {
  const screen = await answers('Pantalla', salon.guest)
  const [professional] = screen.peluqueros.items
  assert.deepEqual(
    [professional.nombre, professional.dias.length, screen.servicios.items.length],
    ['Ana', 7, 2],
  )

  const services = screen.servicios.items.map(({ id }: { id: number }) => id)
  const { peluquero } = await answers('Dia', salon.guest, {
    peluquero: professional.id,
    servicios: services,
  })
  assert.equal(peluquero.disponibilidad.duracion_solicitada, 60)
  assert.ok(
    peluquero.disponibilidad.slots.some(
      ({ hora_inicio }: { hora_inicio: string }) => hora_inicio === '10:00',
    ),
  )

  const input = documented.get('Reservar')?.variables.visita as object
  const visita = { ...input, servicio_ids: services.slice(0, 1), peluquero_id: professional.id }
  const { crear_reserva: booking } = await answers('Reservar', marta, { visita })
  assert.deepEqual([booking.estado, booking.hora_inicio], ['confirmada', '10:00'])

  const { cliente } = await answers('MiCuenta', marta)
  assert.equal(cliente.proxima_reserva.id, booking.id)
  assert.deepEqual(
    cliente.reservas.items.map(({ codigo }: { codigo: string }) => codigo),
    [booking.codigo],
  )

  const { reservas } = await answers('Agenda', salon.backend)
  assert.deepEqual([reservas.items[0].id, reservas.pagination.total_items], [booking.id, 1])
})

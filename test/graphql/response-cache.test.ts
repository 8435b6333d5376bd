import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryGraphql } from '../support/graphql.ts'
import { openSalon } from '../support/salon.ts'

test('D29: a cached response depends on the catalogue’s version, the language and the variables', async () => {
  const services = [{ name: 'Corte' }, { name: 'Barba' }]
  const salon = await openSalon({ services })
  const query =
    'query ($n: Int) { servicios(page_size: $n) { items { nombre } } horarios { dia_nombre } }'
  const names = async (n: number) =>
    (await queryGraphql(salon.guest, query, { n })).data.servicios.items.map(
      ({ nombre }: { nombre: string }) => nombre,
    )
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(await names(10), ['Corte', 'Barba'])
    assert.deepEqual(await names(1), ['Corte'])
  }
  const day = async (language: string) =>
    (await queryGraphql(salon.guest, query, { n: 1 }, { 'accept-language': language })).data
      .horarios[0].dia_nombre
  const days = [await day('es'), await day('en'), await day('ar'), await day('en')]
  assert.equal(new Set(days).size, 3)
  assert.equal(days[1], days[3])
  await salon.apply({ services: [...services, { name: 'Tinte' }] })
  assert.deepEqual(await names(10), ['Corte', 'Barba', 'Tinte'])
})

test('D29: a cached response does not outlive its day', async () => {
  const salon = await openSalon({ closings: { '2030-03-04': null, '2030-03-05': null } })
  const days = async () =>
    (await queryGraphql(salon.guest, '{ festivos { fecha } }')).data.festivos.map(
      ({ fecha }: { fecha: string }) => fecha,
    )
  assert.deepEqual(await days(), ['2030-03-04', '2030-03-05'])
  assert.deepEqual(await days(), ['2030-03-04', '2030-03-05'])
  salon.setTime('2030-03-05T00:00')
  assert.deepEqual(await days(), ['2030-03-05'])
})

test('D29: responses for other identities and other salons are not shared', async () => {
  const salon = await openSalon({ services: [{ name: 'Corte' }] })
  const stranger = await openSalon({ services: [{ name: 'Masaje' }] })
  const customer = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  const own = '{ cliente { __typename } }'
  for (let round = 0; round < 3; round++) {
    assert.deepEqual((await queryGraphql(customer, own)).data, {
      cliente: { __typename: 'Cliente' },
    })
    assert.deepEqual((await queryGraphql(salon.guest, own)).codes, ['AUTHENTICATION_REQUIRED'])
    const first = '{ servicios { items { nombre } } }'
    assert.deepEqual((await queryGraphql(salon.guest, first)).data.servicios.items, [
      { nombre: 'Corte' },
    ])
    assert.deepEqual((await queryGraphql(stranger.guest, first)).data.servicios.items, [
      { nombre: 'Masaje' },
    ])
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

const colour: SalonFixture = {
  resources: { Lavabo: 2, Cabina: 1 },
  services: [
    {
      name: 'Color',
      phases: [20, 35, 15],
      bufferMinutes: 10,
      needs: ['Cabina', 'Lavabo'],
      priceCents: 6000,
      offerPriceCents: 5000,
    },
    { name: 'Corte' },
  ],
  professionals: [
    'Ana',
    {
      name: 'Leo',
      ownTerms: { Color: { phases: [15, 30, 15], priceCents: 6600 }, Corte: { minutes: 25 } },
    },
  ],
  editFile: (file) => ({
    ...file,
    resourceTypes: file.resourceTypes.map((type) =>
      type.handle === 'cabina' ? { ...type, name: { es: 'Cabina', en: 'Booth' } } : type,
    ),
  }),
}
const work = (minutos: number) => ({ tipo: 'trabajo', minutos })
const wait = (minutos: number) => ({ tipo: 'espera', minutos })

test('D34, D35: services show their phases, and by name the resources that they need', async () => {
  const salon = await openSalon(colour)
  const { servicios } = dataOf(await salon.guest.get('/servicios/?lang=en'))
  const { fases, recursos, duracion_minutos } = servicios[0]
  assert.deepEqual(
    { fases, recursos, duracion_minutos },
    {
      fases: [work(20), wait(35), work(15)],
      // the salon's order; without an English name, the one in its main language
      recursos: ['Lavabo', 'Booth'],
      duracion_minutos: 70,
    },
  )
  assert.deepEqual([servicios[1].fases, servicios[1].recursos], [[work(30)], []])
  const detail = dataOf(await salon.guest.get(`/servicios/${salon.id('Color')}/`))
  assert.deepEqual(
    [detail.fases, detail.recursos],
    [
      [work(20), wait(35), work(15)],
      ['Lavabo', 'Cabina'],
    ],
  )
})

test('D34: only the secret key sees the buffer, in every order of requests', async () => {
  const salon = await openSalon(colour)
  const customer = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  const asCustomer = { authorization: `Bearer ${customer.token}` }
  const buffersIn = (text: string) =>
    [...text.matchAll(/"margen_minutos":(\w+)/g)].map(([, n]) => n)
  const query = '{ servicios { items { margen_minutos } } servicio(id: %) { margen_minutos } }'
  const document = query.replace('%', String(salon.id('Color')))
  const forBusiness = [
    { items: [{ margen_minutos: 10 }, { margen_minutos: 0 }] },
    { margen_minutos: 10 },
  ]
  const forOthers = [
    { items: [{ margen_minutos: null }, { margen_minutos: null }] },
    { margen_minutos: null },
  ]
  // repeated, because the second response to a request is not computed again
  for (const round of [1, 2, 3]) {
    const readers = [
      ['secret key', await salon.backend.get('/servicios/'), ['10', '0']],
      ['publishable key', await salon.guest.get('/servicios/'), []],
      ['customer', await salon.backend.get('/servicios/', asCustomer), []],
      ['secret key', await salon.backend.get(`/servicios/${salon.id('Color')}/`), ['10']],
      ['publishable key', await salon.guest.get(`/servicios/${salon.id('Color')}/`), []],
    ] as const
    for (const [reader, answer, buffers] of readers)
      assert.deepEqual(buffersIn(answer.text), buffers, `${reader}, round ${round}`)
    for (const [reader, expected] of [
      [salon.backend, forBusiness],
      [salon.guest, forOthers],
    ] as const) {
      const { servicios, servicio } = (await queryGraphql(reader, document)).data
      assert.deepEqual([servicios, servicio], expected)
    }
  }
})

test('D34: a professional shows services with their own duration, phases and price', async () => {
  const salon = await openSalon(colour)
  const services = async (name: string) =>
    dataOf(await salon.guest.get(`/peluqueros/${salon.id(name)}/`)).servicios
  const own = (name: string, precio: number, fases: { minutos: number }[]) => ({
    id: salon.id(name),
    nombre: name,
    precio,
    duracion_minutos: fases.reduce((sum, { minutos }) => sum + minutos, 0),
    fases,
  })
  assert.deepEqual(await services('Leo'), [
    own('Color', 66, [work(15), wait(30), work(15)]),
    own('Corte', 18, [work(25)]),
  ])
  assert.deepEqual(await services('Ana'), [
    own('Color', 60, [work(20), wait(35), work(15)]),
    own('Corte', 18, [work(30)]),
  ])

  const { peluqueros, servicios } = (
    await queryGraphql(
      salon.guest,
      `{ peluqueros { items { servicios { precio precio_oferta duracion_minutos fases { tipo minutos } } } }
         servicios { items { precio precio_oferta } } }`,
    )
  ).data
  assert.deepEqual(
    peluqueros.items.map(({ servicios: [first] }: { servicios: object[] }) => first),
    [
      {
        precio: 60,
        precio_oferta: 50,
        duracion_minutos: 70,
        fases: [work(20), wait(35), work(15)],
      },
      // their price drops the offer
      {
        precio: 66,
        precio_oferta: null,
        duracion_minutos: 60,
        fases: [work(15), wait(30), work(15)],
      },
    ],
  )
  assert.deepEqual(servicios.items[0], { precio: 60, precio_oferta: 50 })
})

test('D37: the profile shows until when and how often a booking can be moved', async () => {
  const salon = await openSalon({ settings: { cancellationHours: 48 } })
  const rules = async () => {
    const { configuracion } = dataOf(await salon.guest.get('/negocio/'))
    return [configuracion.tiempo_reprogramacion_horas, configuracion.reprogramaciones_maximas]
  }
  assert.deepEqual(await rules(), [48, 5], 'as for cancelling')
  await salon.apply({ settings: { cancellationHours: 48, rescheduleHours: 0, rescheduleLimit: 2 } })
  assert.deepEqual(await rules(), [0, 2])
})

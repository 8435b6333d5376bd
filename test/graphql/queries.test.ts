import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { languages } from '@silla/locale'
import { dataOf } from '../support/assertions.ts'
import type { Client } from '../support/client.ts'
import { queryGraphql } from '../support/graphql.ts'
import { selectAllFields } from '../support/graphql-selection.ts'
import { givePoints } from '../support/points.ts'
import { insertReviews } from '../support/reviews.ts'
import { type Customer, openSalon, type TestSalon } from '../support/salon.ts'

let salon: TestSalon
let marta: Customer
let booking: { id: number; codigo: string }
let order: { id: number }

before(async () => {
  salon = await openSalon({
    now: '2030-03-04T08:00',
    break: '14:00-15:00',
    closings: { '2030-03-06': null, '2030-03-07': '09:00-11:00' },
    services: [
      { name: 'Corte', offerPriceCents: 1500, featured: true },
      { name: 'Barba', minutes: 20, bookableOnline: false, category: 'Barba' },
    ],
    professionals: [
      { name: 'Ana', exceptions: { '2030-03-08': null } },
      { name: 'Bea', services: ['Corte'] },
      'Eva',
    ],
    products: [{ name: 'Cera', stock: 4 }, { name: 'Peine' }],
    pointsPackages: [{ name: 'Bono', points: 100, priceCents: 900 }],
    editFile: (file) => ({
      ...file,
      services: file.services.map((one) => ({
        ...one,
        name: { es: one.name.es ?? '', en: `${one.name.es} (en)` },
      })),
    }),
  })
  marta = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  await insertReviews(salon, 'Ana', [
    { rating: 5, day: '2030-01-02' },
    { rating: 3, day: '2030-02-03', comment: 'Bien' },
    { rating: 4, day: '2030-02-04' },
  ])
  await insertReviews(salon, 'Bea', [{ rating: 2, day: '2030-01-05' }])
  await givePoints(salon, marta.id, 120)
  booking = dataOf(await marta.book('Ana', '10:00', { nombre: undefined, email: undefined }), 201)
  dataOf(await marta.book('Bea', '12:00', { date: '2030-03-05' }), 201)
  const items = [{ producto_id: salon.id('Cera'), cantidad: 1 }]
  order = dataOf(await marta.post('/pedidos/', { items }), 201)
})

/** The same read in both APIs: a GraphQL field, and a REST path with the part of its data. */
interface Read {
  who?: () => Client
  /** Arguments, if any. */
  args?: () => string
  /** The selection, without the `items` of a page. */
  type: string
  isPage?: boolean
  /** The parent field, such as `cliente`. */
  below?: string
  path: () => string
  headers?: () => Record<string, string>
  part?: string
}

const all = (...more: string[]) => ['page_size: 100', ...more].join(', ')
const id = (name: string) => salon.id(name)

const reads: Record<string, Read[]> = {
  negocio: [{ type: 'Negocio', path: () => '/negocio/' }],
  horarios: [{ type: 'DiaApertura', path: () => '/negocio/horarios/', part: 'horarios' }],
  festivos: [
    { type: 'Festivo', path: () => '/negocio/festivos/', part: 'festivos' },
    {
      type: 'Festivo',
      args: () => 'desde: "2030-03-07", hasta: "2030-03-09"',
      path: () => '/negocio/festivos/?desde=2030-03-07&hasta=2030-03-09',
      part: 'festivos',
    },
  ],
  categorias: [
    { type: 'Categoria', path: () => '/categorias/', part: 'categorias' },
    {
      type: 'Categoria',
      args: () => 'tipo: "producto"',
      path: () => '/categorias/?tipo=producto',
      part: 'categorias',
    },
  ],
  servicios: [
    {
      type: 'Servicio',
      isPage: true,
      args: all,
      path: () => '/servicios/?page_size=100',
      part: 'servicios',
    },
    {
      type: 'Servicio',
      isPage: true,
      args: () => `categoria_id: ${id('Barba')}, reservable_online: false, page_size: 1, page: 1`,
      path: () =>
        `/servicios/?categoria_id=${id('Barba')}&reservable_online=false&page_size=1&page=1`,
      part: 'servicios',
    },
    {
      type: 'Servicio',
      isPage: true,
      args: () => 'destacado: true, page: 3',
      path: () => '/servicios/?destacado=true&page=3',
      part: 'servicios',
    },
  ],
  servicio: [
    {
      type: 'ServicioDetalle',
      args: () => `id: ${id('Corte')}`,
      path: () => `/servicios/${id('Corte')}/`,
    },
  ],
  peluqueros: [
    {
      type: 'Profesional',
      isPage: true,
      args: all,
      path: () => '/peluqueros/?page_size=100',
      part: 'profesionales',
    },
    {
      type: 'Profesional',
      isPage: true,
      args: () => `servicio_id: ${id('Barba')}, disponible_hoy: true, page: 2, page_size: 1`,
      path: () => `/peluqueros/?servicio_id=${id('Barba')}&disponible_hoy=true&page=2&page_size=1`,
      part: 'profesionales',
    },
  ],
  peluquero: [
    {
      type: 'ProfesionalDetalle',
      args: () => `id: ${id('Ana')}`,
      path: () => `/peluqueros/${id('Ana')}/`,
    },
  ],
  disponibilidad: [
    {
      type: 'DisponibilidadDia',
      args: () => `peluquero_id: ${id('Ana')}, fecha: "2030-03-04", servicio_id: ${id('Corte')}`,
      path: () => `/disponibilidad/${id('Ana')}/2030-03-04/?servicio_id=${id('Corte')}`,
    },
    {
      type: 'DisponibilidadDia',
      args: () =>
        `peluquero_id: ${id('Ana')}, fecha: "2030-03-08", servicios: [${id('Corte')}, ${id('Barba')}], duracion: 45`,
      path: () =>
        `/disponibilidad/${id('Ana')}/2030-03-08/?servicios=${id('Corte')},${id('Barba')}&duracion=45`,
    },
  ],
  dias: [
    { type: 'DiaDisponible', path: () => '/disponibilidad/dias/', part: 'dias' },
    {
      type: 'DiaDisponible',
      args: () =>
        `peluquero_id: ${id('Bea')}, desde: "2030-03-05", hasta: "2030-03-12", servicios: [${id('Corte')}], duracion: 60`,
      path: () =>
        `/disponibilidad/dias/?peluquero_id=${id('Bea')}&desde=2030-03-05&hasta=2030-03-12&servicios=${id('Corte')}&duracion=60`,
      part: 'dias',
    },
  ],
  productos: [
    {
      type: 'Producto',
      isPage: true,
      args: all,
      path: () => '/productos/?page_size=100',
      part: 'productos',
    },
    {
      type: 'Producto',
      isPage: true,
      args: () => `categoria_id: ${id('Tienda')}, destacado: false, page: 2, page_size: 1`,
      path: () => `/productos/?categoria_id=${id('Tienda')}&destacado=false&page=2&page_size=1`,
      part: 'productos',
    },
  ],
  paquetes_puntos: [
    {
      type: 'PaquetePuntos',
      isPage: true,
      args: all,
      path: () => '/puntos/paquetes/?page_size=100',
      part: 'paquetes',
    },
  ],
  perfil: [{ who: () => marta, below: 'cliente', type: 'Perfil', path: () => '/cliente/perfil/' }],
  puntos_saldo: [
    {
      who: () => marta,
      below: 'cliente',
      type: 'Int',
      path: () => '/cliente/puntos/',
      part: 'saldo',
    },
  ],
  proxima_reserva: [
    {
      who: () => marta,
      below: 'cliente',
      type: 'ProximaReserva',
      path: () => '/cliente/reservas/?page_size=1',
      part: 'proxima_reserva',
    },
  ],
  reserva: [
    {
      type: 'ReservaDetalle',
      args: () => `id: ${booking.id}, codigo: "${booking.codigo}"`,
      path: () => `/reservas/${booking.id}/`,
      headers: () => ({ 'x-reserva-codigo': booking.codigo }),
    },
    {
      who: () => marta,
      type: 'ReservaDetalle',
      args: () => `id: ${booking.id}`,
      path: () => `/reservas/${booking.id}/`,
    },
    {
      who: () => salon.backend,
      type: 'ReservaDetalle',
      args: () => `id: ${booking.id}`,
      path: () => `/reservas/${booking.id}/`,
    },
  ],
  reserva_por_codigo: [
    {
      type: 'ReservaDetalle',
      args: () => `codigo: "${booking.codigo.toLowerCase()}"`,
      path: () => `/reservas/codigo/${booking.codigo}/`,
    },
  ],
  reservas: [
    {
      who: () => salon.backend,
      type: 'ReservaDetalle',
      isPage: true,
      args: () => 'page_size: 1, page: 2',
      path: () => '/reservas/?page_size=1&page=2',
      part: 'items',
    },
    {
      who: () => salon.backend,
      type: 'ReservaDetalle',
      isPage: true,
      args: () =>
        `estado: "confirmada", desde: "2030-03-05", hasta: "2030-03-05", peluquero_id: ${id('Bea')}`,
      path: () =>
        `/reservas/?estado=confirmada&desde=2030-03-05&hasta=2030-03-05&peluquero_id=${id('Bea')}`,
      part: 'items',
    },
    {
      who: () => marta,
      below: 'cliente',
      type: 'ReservaResumen',
      isPage: true,
      args: () => 'estado: "confirmada", desde: "2030-03-04", hasta: "2030-03-09", page: 1',
      path: () => '/cliente/reservas/?estado=confirmada&desde=2030-03-04&hasta=2030-03-09&page=1',
      part: 'reservas',
    },
  ],
  movimientos: [
    {
      who: () => marta,
      below: 'cliente',
      type: 'MovimientoPuntos',
      isPage: true,
      args: all,
      path: () => '/cliente/puntos/movimientos/?page_size=100',
      part: 'items',
    },
  ],
  pedido: [
    {
      who: () => marta,
      type: 'Pedido',
      args: () => `id: ${order.id}`,
      path: () => `/pedidos/${order.id}/`,
    },
    {
      who: () => salon.backend,
      type: 'Pedido',
      args: () => `id: ${order.id}`,
      path: () => `/pedidos/${order.id}/`,
    },
  ],
  pedidos: [
    {
      who: () => salon.backend,
      type: 'Pedido',
      isPage: true,
      args: all,
      path: () => '/pedidos/?page_size=100',
      part: 'items',
    },
    {
      who: () => marta,
      type: 'Pedido',
      isPage: true,
      args: all,
      path: () => '/pedidos/?page_size=100',
      part: 'items',
    },
    {
      who: () => marta,
      below: 'cliente',
      type: 'Pedido',
      isPage: true,
      args: all,
      path: () => '/pedidos/?page_size=100',
      part: 'items',
    },
  ],
}

for (const [field, fieldReads] of Object.entries(reads)) {
  test(`D29: ${field} returns the same as REST in each language`, async () => {
    for (const read of fieldReads)
      for (const language of languages) await assertSameAsRest(field, read, language)
  })
}

async function assertSameAsRest(
  field: string,
  { who = () => salon.guest, ...read }: Read,
  language: string,
) {
  const path = read.path()
  const rest = dataOf(
    await who().get(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`, read.headers?.()),
  )
  const args = read.args?.() ?? ''
  const selection = selectAllFields(read.type)
  const page = read.isPage
    ? `{ items ${selection} pagination ${selectAllFields('Paginacion')} }`
    : selection
  const own = `${field}${args && `(${args})`} ${page}`
  const query = `{ ${read.below ? `${read.below} { ${own} }` : own} }`
  const answer = await who().post(`/graphql?lang=${language}`, { query })
  assert.equal(JSON.parse(answer.text).errors, undefined, `${query} ${answer.text.slice(0, 1000)}`)
  const found = (read.below ? answer.data[read.below] : answer.data)[field]
  const expected = withoutNulls(read.part ? rest[read.part] : rest)
  if (!read.isPage) return assert.deepEqual(withoutNulls(found), expected, query)
  assert.deepEqual(withoutNulls(found.items), expected, query)
  assert.deepEqual(found.pagination, rest.pagination, query)
}

/** Without null fields: fields that are absent in REST are null in GraphQL. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => [name, withoutNulls(inner)]),
  )
}

test('D29: the fields of a professional return the same as REST for each of them', async () => {
  const services = dataOf(await salon.guest.get('/servicios/')).servicios
  const { data } = await queryGraphql(
    salon.guest,
    `{ peluqueros(page_size: 3) { items { id
        servicios ${selectAllFields('Servicio')}
        resenas(page_size: 2) { items ${selectAllFields('Resena')} pagination ${selectAllFields('Paginacion')} }
        mas: resenas(page: 2, page_size: 2) { items ${selectAllFields('Resena')} pagination ${selectAllFields('Paginacion')} }
        horario_laboral ${selectAllFields('HorarioProfesional')}
        disponibilidad(fecha: "2030-03-05", servicio_id: ${id('Corte')}) ${selectAllFields('DisponibilidadDia')}
        dias(hasta: "2030-03-09", servicio_id: ${id('Corte')}) ${selectAllFields('DiaDisponible')} } } }`,
    undefined,
    { 'accept-language': 'en' },
  )
  assert.equal(data.peluqueros.items.length, 3)
  for (const one of data.peluqueros.items) {
    const get = async (path: string) =>
      withoutNulls(dataOf(await salon.guest.get(path, { 'accept-language': 'en' }))) as Record<
        string,
        unknown
      >
    const { servicios_ids } = (
      dataOf(await salon.guest.get('/peluqueros/')).profesionales as { id: number }[]
    ).find(({ id }) => id === one.id) as never
    const offered = services.filter((service: { id: number }) =>
      (servicios_ids as number[]).includes(service.id),
    )
    assert.deepEqual(withoutNulls(one.servicios), withoutNulls(offered))
    assert.deepEqual(
      withoutNulls(one.resenas),
      await get(`/peluqueros/${one.id}/resenas/?page_size=2`),
    )
    assert.deepEqual(
      withoutNulls(one.mas),
      await get(`/peluqueros/${one.id}/resenas/?page=2&page_size=2`),
    )
    const schedule = await get(`/peluqueros/${one.id}/horario/`)
    assert.deepEqual(withoutNulls(one.horario_laboral), schedule)
    const day = await get(`/disponibilidad/${one.id}/2030-03-05/?servicio_id=${id('Corte')}`)
    assert.deepEqual(withoutNulls(one.disponibilidad), day)
    const days = await get(
      `/disponibilidad/dias/?peluquero_id=${one.id}&hasta=2030-03-09&servicio_id=${id('Corte')}`,
    )
    assert.deepEqual(withoutNulls(one.dias), days.dias)
    const alone = await queryGraphql(
      salon.guest,
      `{ peluquero(id: ${one.id}) { horario_laboral ${selectAllFields('HorarioProfesional')}
          resenas(page_size: 2) { items ${selectAllFields('Resena')} pagination ${selectAllFields('Paginacion')} }
          disponibilidad(fecha: "2030-03-05", servicio_id: ${id('Corte')}) ${selectAllFields('DisponibilidadDia')}
          dias(hasta: "2030-03-09", servicio_id: ${id('Corte')}) ${selectAllFields('DiaDisponible')} } }`,
      undefined,
      { 'accept-language': 'en' },
    )
    const { id: _, servicios: __, mas: ___, ...same } = one
    assert.deepEqual(alone.data.peluquero, same)
  }
})

test('D29: the fields of services and categories return the same as REST', async () => {
  const { data } = await queryGraphql(
    salon.guest,
    `{ servicios { items { id profesionales_ids profesionales ${selectAllFields('Profesional')} } }
       categorias { id servicios ${selectAllFields('Servicio')} } }`,
  )
  const { profesionales } = dataOf(await salon.guest.get('/peluqueros/'))
  for (const { profesionales_ids, profesionales: shown } of data.servicios.items) {
    const expected = profesionales_ids.map((own: number) =>
      profesionales.find((one: { id: number }) => one.id === own),
    )
    assert.deepEqual(withoutNulls(shown), withoutNulls(expected))
  }
  for (const { id, servicios } of data.categorias) {
    const { servicios: expected } = dataOf(await salon.guest.get(`/servicios/?categoria_id=${id}`))
    assert.deepEqual(withoutNulls(servicios), withoutNulls(expected))
  }
})

test('D29: texts are in the language of lang; messages in that of lang, Accept-Language or the salon', async () => {
  const query = `{ servicio(id: ${id('Corte')}) { nombre } }`
  const nameAt = async (path: string, headers: Record<string, string> = {}) => {
    const { data, error } = await salon.guest.post(path, { query }, headers)
    return data?.servicio.nombre ?? error.code
  }
  assert.equal(await nameAt('/graphql?lang=en', { 'accept-language': 'es' }), 'Corte (en)')
  assert.equal(await nameAt('/graphql', { 'accept-language': 'en' }), 'Corte')
  assert.equal(await nameAt('/graphql?lang=es'), 'Corte')
  assert.equal(await nameAt('/graphql?lang=xx'), 'VALIDATION_ERROR')

  const messageAt = async (path: string, headers: Record<string, string> = {}) =>
    JSON.parse(
      (await salon.guest.post(path, { query: '{ servicio(id: 999999) { id } }' }, headers)).text,
    ).errors[0].message
  for (const [language, path, headers] of [
    ['en', '/graphql?lang=en', { 'accept-language': 'ar' }],
    ['ar', '/graphql', { 'accept-language': 'ar, en;q=0.5' }],
    ['es', '/graphql', undefined],
  ] as const) {
    const { error } = await salon.guest.get(`/servicios/999999/?lang=${language}`)
    assert.equal(await messageAt(path, headers), error.message)
  }
})

test('D32, D33, D37: free times for anyone, for lines and for a booking to move are those of REST', async () => {
  const services = [{ name: 'Corte' }, { name: 'Barba' }]
  const salon = await openSalon({
    services,
    professionals: ['Ana', 'Bea'],
    now: '2030-03-04T08:00',
  })
  const [corte, barba, ana] = [salon.id('Corte'), salon.id('Barba'), salon.id('Ana')]
  const day = '2030-03-06'
  const { id, codigo } = (await salon.guest.book('Ana', '10:00', { date: day })).data
  const slots =
    '{ slots { hora_inicio hora_fin disponible motivo peluqueros lineas { servicio_id peluquero_id } } }'
  const days = '{ fecha disponible slots_libres primer_slot ultimo_slot }'
  const range = `desde: "${day}", hasta: "${day}"`
  const cases = [
    [`servicio_id: ${corte}`, 0, `servicio_id=${corte}`],
    [
      `lineas: [{ servicio_id: ${corte}, peluquero_id: ${ana} }, { servicio_id: ${barba} }]`,
      0,
      `lineas=${corte}:${ana},${barba}:0`,
    ],
    [
      `servicio_id: ${corte}, reserva_id: ${id}, codigo: "${codigo}"`,
      ana,
      `servicio_id=${corte}&reserva_id=${id}`,
    ],
  ] as const
  for (const [args, person, parameters] of cases) {
    const whom = person === 0 ? '' : `peluquero_id: ${person},`
    const answer = await queryGraphql(
      salon.guest,
      `{ disponibilidad(peluquero_id: ${person}, fecha: "${day}", ${args}) ${slots}
        dias(${whom} ${range}, ${args}) ${days} }`,
    )
    assert.deepEqual(answer.codes, [], answer.text)
    const proof = { 'x-reserva-codigo': codigo }
    const rest = await salon.guest.get(`/disponibilidad/${person}/${day}/?${parameters}`, proof)
    const restDays = await salon.guest.get(
      `/disponibilidad/dias/?desde=${day}&hasta=${day}&${parameters}${person === 0 ? '' : `&peluquero_id=${person}`}`,
      proof,
    )
    assert.deepEqual(withoutNulls(answer.data.disponibilidad.slots), dataOf(rest).slots, args)
    assert.deepEqual(withoutNulls(answer.data.dias), dataOf(restDays).dias, args)
  }
})

test('D29: a result of several thousand values is the same as of its parts', async () => {
  const large = await openSalon({
    services: Array.from({ length: 40 }, (_, index) => ({ name: `Corte ${index}` })),
    professionals: Array.from({ length: 20 }, (_, index) => `Ana ${index}`),
  })
  const query = '{ peluqueros(page_size: 20) { items { id servicios { id nombre precio } } } }'
  const { data } = await queryGraphql(large.guest, query)
  const people = dataOf(await large.guest.get('/peluqueros/')).profesionales
  const services = dataOf(await large.guest.get('/servicios/')).servicios.map(
    ({ id, nombre, precio }: { id: number; nombre: string; precio: number }) => ({
      ...{ id, nombre, precio },
    }),
  )
  assert.equal(services.length, 40)
  assert.deepEqual(
    data.peluqueros.items,
    people.map(({ id }: { id: number }) => ({ id, servicios: services })),
  )
})

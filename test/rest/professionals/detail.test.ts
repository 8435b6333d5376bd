import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { insertReviews } from '../../support/reviews.ts'
import { openSalon } from '../../support/salon.ts'

test('the detail of a professional has gallery, services, schedule and recent reviews', async () => {
  const salon = await openSalon({
    services: [
      { name: 'Corte', priceCents: 1850 },
      { name: 'Barba', minutes: 20 },
      { name: 'Tinte' },
    ],
    professionals: [
      {
        name: 'Ana',
        services: ['Barba', 'Corte'],
        shifts: { 1: ['16:00-20:00', '09:00-14:00'], 2: ['09:30-13:00'], 6: ['10:00-24:00'] },
      },
    ],
    editFile: (file) => ({
      ...file,
      professionals: file.professionals.map((one) => ({
        ...one,
        galleryUrls: ['/1.svg', '/2.svg'],
      })),
    }),
  })
  await insertReviews(salon, 'Ana', [
    { rating: 1, day: '2030-01-01', comment: 'La más antigua' },
    ...['2030-02-01', '2030-02-02', '2030-02-03', '2030-02-04'].map((day) => ({ rating: 4, day })),
    { rating: 5, day: '2030-03-01', customer: 'Iván', comment: 'Perfecto' },
  ])

  const data = dataOf(await salon.guest.get(`/peluqueros/${salon.id('Ana')}/`))
  assert.deepEqual(data.galeria, ['https://assets.example/1.svg', 'https://assets.example/2.svg'])
  assert.deepEqual(data.servicios_ids, [salon.id('Corte'), salon.id('Barba')])
  assert.deepEqual(data.servicios, [
    {
      id: salon.id('Corte'),
      nombre: 'Corte',
      precio: 18.5,
      duracion_minutos: 30,
      fases: [{ tipo: 'trabajo', minutos: 30 }],
    },
    {
      id: salon.id('Barba'),
      nombre: 'Barba',
      precio: 18,
      duracion_minutos: 20,
      fases: [{ tipo: 'trabajo', minutos: 20 }],
    },
  ])
  const off = (dia: number, dia_nombre: string) => ({
    dia,
    dia_nombre,
    trabaja: false,
    desde: null,
    hasta: null,
  })
  assert.deepEqual(data.horario, [
    // from the first start to the last end, whatever lies between
    { dia: 1, dia_nombre: 'Lunes', trabaja: true, desde: '09:00', hasta: '20:00' },
    { dia: 2, dia_nombre: 'Martes', trabaja: true, desde: '09:30', hasta: '13:00' },
    off(3, 'Miércoles'),
    off(4, 'Jueves'),
    off(5, 'Viernes'),
    { dia: 6, dia_nombre: 'Sábado', trabaja: true, desde: '10:00', hasta: '00:00' },
    off(7, 'Domingo'),
  ])
  assert.deepEqual([data.valoracion_media, data.total_resenas], [3.67, 6])
  const [latest, ...others] = data.resenas_recientes
  assert.deepEqual(
    { ...latest, id: 0 },
    { id: 0, cliente_nombre: 'Iván', valoracion: 5, comentario: 'Perfecto', fecha: '2030-03-01' },
  )
  assert.deepEqual(
    others.map((review: { fecha: string }) => review.fecha),
    ['2030-02-04', '2030-02-03', '2030-02-02', '2030-02-01'],
  )
})

test('the mean rating of the business covers all professionals', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'] })
  await insertReviews(salon, 'Ana', [{ rating: 5, day: '2030-01-01' }])
  await insertReviews(salon, 'Bea', [
    { rating: 2, day: '2030-01-01' },
    { rating: 3, day: '2030-01-02' },
  ])
  const { estadisticas } = dataOf(await salon.guest.get('/negocio/'))
  assert.deepEqual([estadisticas.valoracion_media, estadisticas.total_resenas], [3.33, 3])
})

test('day names follow the language of messages', async () => {
  const salon = await openSalon()
  const path = `/peluqueros/${salon.id('Ana')}/`
  assert.equal(dataOf(await salon.guest.get(`${path}?lang=en`)).horario[0].dia_nombre, 'Monday')
  assert.equal(
    dataOf(await salon.guest.get(path, { 'accept-language': 'ar' })).horario[0].dia_nombre,
    'الاثنين',
  )
})

for (const tail of ['', 'horario/']) {
  test(`D3: an unknown, inactive or invalid id is PROFESSIONAL_NOT_FOUND at /peluqueros/{id}/${tail}`, async () => {
    const salon = await openSalon({ professionals: ['Ana', 'Bea'] })
    const neighbour = await openSalon({ professionals: ['Zoe'] })
    const gone = salon.id('Bea')
    await salon.apply({ professionals: ['Ana'] })
    const unknown = await salon.guest.get(`/peluqueros/987654321/${tail}`)
    for (const id of [
      gone,
      neighbour.id('Zoe'),
      '0',
      '-3',
      '1.5',
      'ana',
      '%00',
      '9007199254740993',
      '9'.repeat(200),
    ]) {
      const answer = await salon.guest.get(`/peluqueros/${id}/${tail}`)
      assertError(answer, 'PROFESSIONAL_NOT_FOUND')
      assert.equal(answer.text, unknown.text, String(id))
    }
  })
}

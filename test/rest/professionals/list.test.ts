import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, dataOf } from '../../support/assertions.ts'
import { insertReviews } from '../../support/reviews.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

const team: SalonFixture = {
  services: [{ name: 'Corte' }, { name: 'Barba' }, { name: 'Tinte' }],
  professionals: [
    'Ana',
    { name: 'Bea', services: ['Tinte', 'Corte'] },
    { name: 'Cruz', services: ['Barba'] },
  ],
}

const namesIn = async (salon: TestSalon, query = ''): Promise<string[]> => {
  const { profesionales, total } = dataOf(await salon.guest.get(`/peluqueros/${query}`))
  assert.equal(total, profesionales.length)
  return profesionales.map((one: { nombre: string }) => one.nombre)
}

test('the list of professionals has title, image, specialities, ratings and services', async () => {
  const salon = await openSalon({
    ...team,
    editFile: (file) => ({
      ...file,
      professionals: file.professionals.map((one) => ({
        ...one,
        bio: { es: 'Quince años de oficio' },
        specialties: [{ es: 'Degradado' }, { es: 'Barba' }],
        imageUrl: one.handle === 'bea' ? '/bea.svg' : '',
      })),
    }),
  })
  await insertReviews(salon, 'Bea', [
    { rating: 5, day: '2030-02-01' },
    { rating: 5, day: '2030-02-02' },
    { rating: 4, day: '2030-02-03' },
  ])
  const { profesionales, total } = dataOf(await salon.guest.get('/peluqueros/'))
  assert.equal(total, 3)
  assert.deepEqual(profesionales[1], {
    id: salon.id('Bea'),
    nombre: 'Bea',
    cargo: 'Barbera',
    bio: 'Quince años de oficio',
    imagen_url: 'https://assets.example/bea.svg',
    especialidades: ['Degradado', 'Barba'],
    valoracion_media: 4.67,
    total_resenas: 3,
    servicios_ids: [salon.id('Corte'), salon.id('Tinte')],
  })
  const [ana] = profesionales
  assert.deepEqual([ana.imagen_url, ana.valoracion_media, ana.total_resenas], [null, 0, 0])
})

test('servicio_id lists only professionals who offer it', async () => {
  const salon = await openSalon(team)
  assert.deepEqual(await namesIn(salon, `?servicio_id=${salon.id('Corte')}`), ['Ana', 'Bea'])
  assert.deepEqual(await namesIn(salon, `?servicio_id=${salon.id('Barba')}`), ['Ana', 'Cruz'])
})

test('D7b: an unknown servicio_id gives an empty list, and a non-number is rejected', async () => {
  const salon = await openSalon(team)
  const neighbour = await openSalon({ services: [{ name: 'Uñas' }] })
  for (const id of [0, -5, 987_654, '9'.repeat(30), neighbour.id('Uñas')]) {
    assert.deepEqual(await namesIn(salon, `?servicio_id=${id}`), [], String(id))
  }
  for (const id of ['corte', '1.0', ''])
    assertInvalid(await salon.guest.get(`/peluqueros/?servicio_id=${id}`), 'servicio_id')
})

test('D13: disponible_hoy lists only professionals with a free slot left today', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte', minutes: 60 }],
    hours: '09:00-12:00',
    professionals: [
      'Ana',
      { name: 'Bea', exceptions: { '2030-03-04': null } },
      { name: 'Cruz', shifts: { 1: ['09:00-10:00'] } },
      { name: 'Dani', shifts: { 2: ['09:00-12:00'] } },
    ],
    now: '2030-03-04T08:00',
  })
  const free = () => namesIn(salon, '?disponible_hoy=true')
  assert.deepEqual(await free(), ['Ana', 'Cruz'])

  dataOf(await salon.guest.book('Cruz', '09:00'), 201)
  assert.deepEqual(await free(), ['Ana'])

  for (const time of ['09:00', '10:00']) dataOf(await salon.guest.book('Ana', time), 201)
  assert.deepEqual(await free(), ['Ana'])
  salon.setTime('2030-03-04T11:45')
  assert.deepEqual(await free(), ['Ana'])
  salon.setTime('2030-03-04T11:46')
  assert.deepEqual(await free(), [])
})

test('D13: with servicio_id, disponible_hoy needs a slot that is long enough for the service', async () => {
  const salon = await openSalon({
    services: [
      { name: 'Corte', minutes: 30 },
      { name: 'Color', minutes: 120 },
    ],
    hours: '09:00-12:00',
    professionals: ['Ana', { name: 'Bea', services: ['Corte'] }],
    now: '2030-03-04T08:00',
  })
  const free = (service: string) =>
    namesIn(salon, `?disponible_hoy=true&servicio_id=${salon.id(service)}`)
  assert.deepEqual(await free('Color'), ['Ana'])
  assert.deepEqual(await free('Corte'), ['Ana', 'Bea'])
  dataOf(await salon.guest.book('Ana', '10:00', { services: ['Corte'] }), 201)
  assert.deepEqual(await free('Color'), [])
  assert.deepEqual(await free('Corte'), ['Ana', 'Bea'])
  assert.deepEqual(await namesIn(salon, '?disponible_hoy=true&servicio_id=987654'), [])
})

test('D13: a fully booked professional is not listed today, and is again after a cancellation', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte', minutes: 60 }],
    hours: '09:00-10:00',
    settings: { cancellationHours: 0 },
    now: '2030-03-04T08:00',
  })
  const booking = dataOf(await salon.guest.book('Ana', '09:00'), 201)
  assert.deepEqual(await namesIn(salon, '?disponible_hoy=1'), [])
  dataOf(await salon.guest.cancel(booking))
  assert.deepEqual(await namesIn(salon, '?disponible_hoy=1'), ['Ana'])
})

test('D13: nobody is listed on a closing day or with a notice longer than the day', async () => {
  const closed = await openSalon({ closings: { '2030-03-04': null }, now: '2030-03-04T08:00' })
  assert.deepEqual(await namesIn(closed, '?disponible_hoy=true'), [])
  const slow = await openSalon({
    hours: '09:00-20:00',
    settings: { noticeMinutes: 720 },
    now: '2030-03-04T08:00',
  })
  assert.deepEqual(await namesIn(slow, '?disponible_hoy=true'), [])
})

test('D7b: disponible_hoy=false does not filter and combines with other filters', async () => {
  const salon = await openSalon({ ...team, now: '2030-03-04T21:00' })
  assert.deepEqual(await namesIn(salon, '?disponible_hoy=false'), ['Ana', 'Bea', 'Cruz'])
  assert.deepEqual(await namesIn(salon, '?disponible_hoy=0'), ['Ana', 'Bea', 'Cruz'])
  assert.deepEqual(await namesIn(salon, '?disponible_hoy=1'), [])
  salon.setTime('2030-03-04T12:00')
  assert.deepEqual(await namesIn(salon, `?disponible_hoy=1&servicio_id=${salon.id('Barba')}`), [
    'Ana',
    'Cruz',
  ])
  assertInvalid(await salon.guest.get('/peluqueros/?disponible_hoy=hoy'), 'disponible_hoy')
})

test('an inactive professional is not listed', async () => {
  const salon = await openSalon(team)
  await salon.apply({ ...team, professionals: ['Cruz', 'Ana'] })
  assert.deepEqual(await namesIn(salon), ['Cruz', 'Ana'])
})

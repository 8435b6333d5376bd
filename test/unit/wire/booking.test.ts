import assert from 'node:assert/strict'
import test from 'node:test'
import {
  serializeBooking,
  serializeBookingDetail,
  serializeCancellation,
  serializeErrorDetails,
} from '@silla/wire'
import { aBooking, aView } from './booking-fixture.ts'
import { day, inSpanish } from './salon-fixture.ts'

test('a new booking has local times, amounts with decimals and the requested language', () => {
  assert.deepEqual(serializeBooking(aView(), { ...inSpanish, text: 'en' }), {
    id: 51,
    codigo: '7K2MP9QRST',
    fecha: '2030-07-01',
    hora_inicio: '12:00',
    hora_fin: '12:45',
    servicios: [
      {
        id: 21,
        nombre: 'Haircut',
        precio: 21.5,
        duracion_minutos: 45,
        profesional: { id: 31, nombre: 'Ana Ruiz' },
        hora_inicio: '12:00',
        hora_fin: '12:45',
      },
    ],
    profesional: { id: 31, nombre: 'Ana Ruiz' },
    asignado_por: 'cliente',
    cliente: { id: 61, nombre: 'Marta Gil', email: 'marta@demo.es', telefono: '+34600111222' },
    subtotal: 21.5,
    descuento: 2.6,
    total: 18.9,
    total_centimos: 1890,
    moneda: 'EUR',
    estado: 'confirmada',
    pago_requerido: false,
    pago_pendiente: false,
    puntos_ganados: 21,
    created_at: '2030-06-20T08:30:15.250Z',
  })
})

test('the detail adds notes, cancellation and payment', () => {
  const { notas, puede_cancelar, cancelable_hasta, inicio, fin, timezone, ...rest } =
    serializeBookingDetail(aView(), inSpanish)
  assert.deepEqual(
    { notas, puede_cancelar, cancelable_hasta, inicio, fin, timezone },
    {
      notas: 'Con flequillo',
      puede_cancelar: true,
      cancelable_hasta: '2030-06-30T10:00:00.000Z',
      inicio: '2030-07-01T10:00:00.000Z',
      fin: '2030-07-01T10:45:00.000Z',
      timezone: 'Europe/Madrid',
    },
  )
  const created = new Set(Object.keys(serializeBooking(aView(), inSpanish)))
  assert.deepEqual(
    Object.fromEntries(Object.entries(rest).filter(([name]) => !created.has(name))),
    {
      serie: null,
      motivo_cancelacion: null,
      nota_interna: null,
      cancelada_en: null,
      cancelada_por: null,
      puede_reprogramar: true,
      reprogramable_hasta: '2030-06-30T10:00:00.000Z',
      pago: null,
      pagos: [],
      senal: null,
      garantia: null,
      cargo: null,
      a_pagar_ahora: 0,
      resto: 0,
      caja: { cobrado: 0, propinas: 0, por_cobrar: 0, por_devolver: 0 },
      reembolso: null,
      llegada_en: null,
      origen: null,
      puntos_usados: 0,
      expira_en: null,
      version: 1,
      updated_at: '2030-06-20T08:30:15.250Z',
    },
  )
})

test('contact details and notes are masked when only the code is known', () => {
  const serialized = serializeBookingDetail(
    aView({ contactVisible: false, notesVisible: false }),
    inSpanish,
  )
  assert.deepEqual(serialized.cliente, {
    id: 61,
    nombre: 'Marta Gil',
    email: 'm***@d***.es',
    telefono: '***222',
  })
  assert.equal(serialized.notas, '***')
})

test('a cancelled booking has time, actor and reason of the cancellation', () => {
  const cancellation = {
    at: new Date('2030-06-25T09:00:00Z'),
    by: 'business',
    reason: 'Obras',
  } as const
  const booking = aBooking({
    state: 'cancelled',
    cancellation,
    expiresAt: new Date('2030-06-20T08:45:15Z'),
  })
  const serialized = serializeBookingDetail(aView({ booking }), inSpanish)
  assert.deepEqual(
    [
      serialized.estado,
      serialized.cancelada_en,
      serialized.cancelada_por,
      serialized.motivo_cancelacion,
      serialized.expira_en,
    ],
    ['cancelada', '2030-06-25T09:00:00.000Z', 'negocio', 'Obras', '2030-06-20T08:45:15.000Z'],
  )
})

test('each state has its Spanish name', () => {
  const states = ['pending', 'confirmed', 'completed', 'cancelled', 'no_show'] as const
  const words = states.map(
    (state) => serializeBooking(aView({ booking: aBooking({ state }) }), inSpanish).estado,
  )
  assert.deepEqual(words, ['pendiente', 'confirmada', 'completada', 'cancelada', 'no_show'])
})

test('a visit that ends at midnight ends at 00:00', () => {
  const booking = aBooking({
    startsAt: new Date('2030-07-01T21:30:00Z'),
    endsAt: new Date('2030-07-01T22:00:00Z'),
  })
  const { fecha, hora_inicio, hora_fin } = serializeBooking(aView({ booking }), inSpanish)
  assert.deepEqual([fecha, hora_inicio, hora_fin], ['2030-07-01', '23:30', '00:00'])
})

test('a cancellation has the refund, which does not apply without a payment', () => {
  const cancellation = {
    at: new Date('2030-06-25T09:00:00Z'),
    by: 'customer',
    reason: null,
  } as const
  const booking = aBooking({ state: 'cancelled', cancellation })
  assert.deepEqual(
    serializeCancellation(
      { booking, refund: { applies: false, amountCents: 0, state: 'none' }, visits: null },
      { simulated: false },
    ),
    {
      id: 51,
      estado: 'cancelada',
      cancelada_en: '2030-06-25T09:00:00.000Z',
      reembolso: { aplica: false, monto: 0, estado: 'no_aplica' },
    },
  )
  const paid = serializeCancellation(
    { booking, refund: { applies: true, amountCents: 1890, state: 'pending' }, visits: null },
    { simulated: false },
  )
  assert.deepEqual(paid.reembolso, { aplica: true, monto: 18.9, estado: 'pendiente' })
})

test('error details have wire names, and unknown details are left out', () => {
  const alternatives = [{ day: day('2030-07-01'), startMinute: 615, professionalId: 31 }]
  assert.deepEqual(serializeErrorDetails({ alternatives, sql: 'select' }), {
    alternativas: [{ fecha: '2030-07-01', hora_inicio: '10:15', peluquero_id: 31 }],
  })
  assert.deepEqual(serializeErrorDetails({ sql: 'select' }), {})
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Wire } from '@silla/client'
import {
  availabilityOfMove,
  costChange,
  whoBody,
} from '../../../packages/widget/src/manage/move.ts'
import { isDark } from '../../../packages/widget/src/payment/is-dark.ts'
import { readReturn, withoutReturn } from '../../../packages/widget/src/payment/return-address.ts'
import { calendarFile } from '../../../packages/widget/src/visit/calendar-file.ts'

const entry = {
  uid: 'booking-7@salon.silla',
  sequence: 2,
  start: '2030-03-04T09:00:00.000Z',
  end: '2030-03-04T09:30:00.000Z',
  updatedAt: '2030-03-01T08:30:00.000Z',
  title: 'Corte, barba; todo · Barbería',
  description: 'Ana\nCódigo: 7K2MP9QRST',
  location: 'Calle \\ 1',
  isTentative: false,
}

test('a visit is an iCalendar file with escaped texts and the times in UTC', () => {
  assert.equal(
    calendarFile(entry).replaceAll('\r\n ', ''),
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Silla//bookings//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:booking-7@salon.silla',
      'SEQUENCE:2',
      'DTSTAMP:20300301T083000Z',
      'DTSTART:20300304T090000Z',
      'DTEND:20300304T093000Z',
      'SUMMARY:Corte\\, barba\\; todo · Barbería',
      'DESCRIPTION:Ana\\nCódigo: 7K2MP9QRST',
      'LOCATION:Calle \\\\ 1',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
  assert.match(calendarFile({ ...entry, isTentative: true }), /^STATUS:TENTATIVE\r$/m)
})

test('no line of the file is longer than 75 octets, and no character is cut', () => {
  const description = '💇🏽‍♀️ قص شعر '.repeat(40)
  const file = calendarFile({ ...entry, description })
  for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.ok(file.replaceAll('\r\n ', '').includes(`DESCRIPTION:${description}`))
})

const visit = (...people: number[]) => ({
  servicios: people.map((id, index) => ({
    id: index + 1,
    profesional: { id, nombre: `P${id}` },
  })) as Wire['ReservaDetalle']['servicios'],
})

test('a move keeps the people or leaves them open, one by one where there are several', () => {
  assert.deepEqual(availabilityOfMove(visit(3, 3), 'same'), { peluquero_id: 3 })
  assert.deepEqual(availabilityOfMove(visit(3, 3), 'anyone'), { peluquero_id: 0 })
  assert.deepEqual(availabilityOfMove(visit(3, 5), 'same'), { peluquero_id: 0, lineas: '1:3,2:5' })
  assert.deepEqual(availabilityOfMove(visit(3, 5), 'anyone'), {
    peluquero_id: 0,
    lineas: '1:0,2:0',
  })
  assert.deepEqual(whoBody(visit(3), 'same'), {})
  assert.deepEqual(whoBody(visit(3), 'anyone'), { peluquero_id: 0 })
  assert.deepEqual(whoBody(visit(3, 5), 'anyone'), { peluqueros: [0, 0] })
})

test('another price is refunded, paid at the salon, or only another price', () => {
  const paid = { estado: 'completado', monto: 50 } as const
  const refund = (monto: number) => ({ aplica: true, monto, estado: 'pendiente' }) as const
  const booking = (fields: object) => ({
    ...visit(3),
    total: 50,
    resto: 0,
    pago: null,
    reembolso: null,
    ...fields,
  })
  const before = booking({ pago: paid })
  assert.deepEqual(costChange(before, before), { kind: 'same', amount: 50 })
  assert.deepEqual(costChange(before, booking({ total: 60, resto: 10, pago: paid })), {
    kind: 'atSalon',
    amount: 10,
  })
  const cheaper = booking({ total: 40, pago: paid, reembolso: refund(10.1) })
  assert.deepEqual(costChange(before, cheaper), { kind: 'refund', amount: 10.1 })
  const refunded = booking({ pago: paid, reembolso: refund(10) })
  assert.deepEqual(costChange(refunded, { ...refunded, total: 40, reembolso: refund(20) }), {
    kind: 'refund',
    amount: 10,
  })
  assert.deepEqual(costChange(booking({}), booking({ total: 40 })), { kind: 'other', amount: 40 })
})

test('the result of a payment is taken out of the address, which keeps everything else', () => {
  const page = 'https://salon.example/reservar?lang=es#widget'
  const returned =
    'https://salon.example/reservar?lang=es&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded#widget'
  assert.deepEqual(readReturn(returned), { paymentIntentId: 'pi_1', pageUrl: page })
  assert.equal(readReturn(page), null)
  assert.equal(withoutReturn(returned), page)
})

test('the form of the processor is dark on a dark surface', () => {
  assert.equal(isDark('rgb(24, 24, 27)'), true)
  assert.equal(isDark('rgb(255, 255, 255)'), false)
  assert.equal(isDark('rgba(250, 240, 230, 0.5)'), false)
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { Ajv } from 'ajv'
import { NewBookingWire, parseNewBooking } from '../../../services/api/src/wire/new-booking.ts'
import { caughtProblems, caughtRefusal } from './caught-refusal.ts'
import { day } from './salon-fixture.ts'

const body = {
  servicio_ids: [21, 22],
  peluquero_id: 31,
  fecha: '2030-03-04',
  hora_inicio: '10:15',
  nombre: 'Marta Gil',
  email: 'Marta@Demo.es',
}
const inMadrid = { country: 'ES', language: 'en', signedIn: false } as const
const read = (its: object) => parseNewBooking({ ...body, ...its }, inMadrid)
const isShaped = new Ajv({ strict: false, allErrors: true }).compile(NewBookingWire)

test('a body becomes what the core asks for', () => {
  assert.deepEqual(
    read({ telefono: '600 111 222', notas: ' Con flequillo\n', usar_puntos: false }),
    {
      serviceIds: [21, 22],
      professionalId: 31,
      day: day('2030-03-04'),
      startMinute: 615,
      contact: { name: 'Marta Gil', email: 'Marta@Demo.es', phone: '+34600111222' },
      language: 'en',
      notes: 'Con flequillo',
      usePoints: false,
      byBusiness: false,
    },
  )
})

test('points and the business are passed on as asked; the core decides who may', () => {
  const input = read({ usar_puntos: true, por_negocio: true })
  assert.equal(input.usePoints, true)
  assert.equal(input.byBusiness, true)
})

test('a guest has to say who they are, and everything missing is told at once', () => {
  assert.deepEqual(
    caughtProblems(() => read({ nombre: ' \t ', email: undefined })),
    [
      { field: 'nombre', problem: 'required' },
      { field: 'email', problem: 'required' },
    ],
  )
})

const limits: [field: string, atMost: number, longest: (length: number) => string][] = [
  ['nombre', 120, (length) => 'x'.repeat(length)],
  ['email', 254, (length) => `${'x'.repeat(length - 8)}@demo.es`],
  ['notas', 1000, (length) => '💈'.repeat(length)],
]
for (const [field, atMost, text] of limits) {
  test(`${field} has room for ${atMost} characters and not one more`, () => {
    assert.doesNotThrow(() => read({ [field]: ` ${text(atMost)} ` }))
    assert.deepEqual(
      caughtProblems(() => read({ [field]: text(atMost + 1) })),
      [{ field, problem: { keyword: 'too_long', limit: atMost } }],
    )
  })
}

test('an astral letter counts as one character, not as two halves', () => {
  assert.doesNotThrow(() => read({ nombre: '𝕏'.repeat(120) }))
})

for (const email of [
  'marta',
  'marta@',
  '@demo.es',
  'marta@demo',
  'a b@demo.es',
  'a@b@demo.es',
  'a@demo..es',
  'a@demo.es.',
]) {
  test(`${email} is no e-mail address`, () => {
    assert.deepEqual(
      caughtProblems(() => read({ email })),
      [{ field: 'email', problem: 'bad_email' }],
    )
  })
}
for (const email of ['a@demo.es,b@demo.es', 'Marta <a@demo.es>', 'a@demo.es\r\nBcc: b@demo.es']) {
  test(`${JSON.stringify(email)} cannot smuggle in a second address`, () => {
    assert.deepEqual(
      caughtProblems(() => read({ email })),
      [{ field: 'email', problem: 'bad_email' }],
    )
  })
}

test('a phone is read the way its country writes it, and a senseless one is refused', () => {
  assert.equal(read({ telefono: '+971 50 123 4567' }).contact.phone, '+971501234567')
  assert.equal(read({}).contact.phone, null)
  assert.deepEqual(
    caughtProblems(() => read({ telefono: '12' })),
    [{ field: 'telefono', problem: 'bad_phone' }],
  )
})

test('the shape is refused before the date, the date before the time', () => {
  const wrong = { fecha: '2030-02-30', hora_inicio: '24:00' }
  assert.equal(caughtRefusal(() => read({ ...wrong, nombre: '' })).code, 'VALIDATION_ERROR')
  assert.equal(caughtRefusal(() => read(wrong)).code, 'INVALID_DATE')
  assert.equal(caughtRefusal(() => read({ hora_inicio: '24:00' })).code, 'INVALID_TIME')
})

const shapes: [promise: string, its: object, good: boolean][] = [
  ['the body above', {}, true],
  ['ten services', { servicio_ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, true],
  ['eleven services', { servicio_ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }, false],
  ['no service', { servicio_ids: [] }, false],
  ['a service twice', { servicio_ids: [1, 2, 1] }, false],
  ['a service that is a text', { servicio_ids: ['1'] }, false],
  ['a service that is no integer', { servicio_ids: [1.5] }, false],
  ['an id beyond exact numbers', { peluquero_id: 2 ** 53 }, false],
  ['an enormous id', { servicio_ids: [1e300] }, false],
  ['a negative id', { peluquero_id: -1 }, false],
  ['nobody as professional', { peluquero_id: 0 }, false],
  ['a missing date', { fecha: undefined }, false],
  ['a date that is a number', { fecha: 20300304 }, false],
  ['a date that does not exist, which INVALID_DATE tells later', { fecha: '2030-02-30' }, true],
  ['points as a number', { usar_puntos: 1 }, false],
  ['a misspelt field', { usar_punto: true }, false],
]
for (const [promise, its, good] of shapes) {
  test(`${promise} ${good ? 'has' : 'does not have'} the shape of a booking`, () => {
    assert.equal(isShaped(JSON.parse(JSON.stringify({ ...body, ...its }))), good)
  })
}

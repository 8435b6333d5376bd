import assert from 'node:assert/strict'
import test from 'node:test'
import { NewBookingWire, parseNewBooking } from '@silla/wire'
import { Ajv } from 'ajv'
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

test('a body becomes the input of the core', () => {
  assert.deepEqual(
    read({ telefono: '600 111 222', notas: ' Con flequillo\n', usar_puntos: false }),
    {
      serviceIds: [21, 22],
      professionalId: 31,
      lines: null,
      day: day('2030-03-04'),
      startMinute: 615,
      contact: { name: 'Marta Gil', email: 'Marta@Demo.es', phone: '+34600111222' },
      customerId: null,
      language: 'en',
      notes: 'Con flequillo',
      usePoints: false,
      byBusiness: false,
      repetition: null,
      messages: null,
      source: null,
    },
  )
})

test('`usar_puntos` and `por_negocio` are passed on; the core checks permissions', () => {
  const input = read({ usar_puntos: true, por_negocio: true })
  assert.equal(input.usePoints, true)
  assert.equal(input.byBusiness, true)
})

test('`cliente_id` needs `por_negocio`, and replaces the contact details', () => {
  const card = { cliente_id: 7, nombre: undefined, email: undefined }
  const { customerId, contact } = read({ ...card, por_negocio: true })
  assert.deepEqual([customerId, contact], [7, { name: '', email: '', phone: null }])
  assert.deepEqual(
    caughtProblems(() => read({ cliente_id: 7 })),
    [{ field: 'por_negocio', problem: 'required' }],
  )
})

test('a guest needs name and e-mail, and all missing fields are reported at once', () => {
  assert.deepEqual(
    caughtProblems(() => read({ nombre: ' \t ', email: undefined })),
    [
      { field: 'nombre', problem: 'required' },
      { field: 'email', problem: 'required' },
    ],
  )
})

const limits: [field: string, maxLength: number, longest: (length: number) => string][] = [
  ['nombre', 120, (length) => 'x'.repeat(length)],
  ['email', 254, (length) => `${'x'.repeat(length - 8)}@demo.es`],
  ['notas', 1000, (length) => '💈'.repeat(length)],
]
for (const [field, maxLength, text] of limits) {
  test(`${field} may have ${maxLength} characters, not more`, () => {
    assert.doesNotThrow(() => read({ [field]: ` ${text(maxLength)} ` }))
    assert.deepEqual(
      caughtProblems(() => read({ [field]: text(maxLength + 1) })),
      [{ field, problem: { keyword: 'too_long', limit: maxLength } }],
    )
  })
}

test('a character outside the basic plane counts as one', () => {
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
  test(`${email} is not an e-mail address`, () => {
    assert.deepEqual(
      caughtProblems(() => read({ email })),
      [{ field: 'email', problem: 'bad_email' }],
    )
  })
}
for (const email of ['a@demo.es,b@demo.es', 'Marta <a@demo.es>', 'a@demo.es\r\nBcc: b@demo.es']) {
  test(`${JSON.stringify(email)} is refused as more than one address`, () => {
    assert.deepEqual(
      caughtProblems(() => read({ email })),
      [{ field: 'email', problem: 'bad_email' }],
    )
  })
}

test('a phone is parsed by the rules of its country, and an invalid one is reported', () => {
  assert.equal(read({ telefono: '+971 50 123 4567' }).contact.phone, '+971501234567')
  assert.equal(read({}).contact.phone, null)
  assert.deepEqual(
    caughtProblems(() => read({ telefono: '12' })),
    [{ field: 'telefono', problem: 'bad_phone' }],
  )
})

test('the form is checked before the date, the date before the time', () => {
  const wrong = { fecha: '2030-02-30', hora_inicio: '24:00' }
  assert.equal(caughtRefusal(() => read({ ...wrong, nombre: '' })).code, 'VALIDATION_ERROR')
  assert.equal(caughtRefusal(() => read(wrong)).code, 'INVALID_DATE')
  assert.equal(caughtRefusal(() => read({ hora_inicio: '24:00' })).code, 'INVALID_TIME')
})

const shapes: [title: string, its: object, good: boolean][] = [
  ['the body above', {}, true],
  ['ten services', { servicio_ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, true],
  ['eleven services', { servicio_ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }, false],
  ['no service', { servicio_ids: [] }, false],
  ['a service twice', { servicio_ids: [1, 2, 1] }, false],
  ['a service that is a text', { servicio_ids: ['1'] }, false],
  ['a service that is no integer', { servicio_ids: [1.5] }, false],
  ['an id above 2^53 - 1', { peluquero_id: 2 ** 53 }, false],
  ['an enormous id', { servicio_ids: [1e300] }, false],
  ['a negative id', { peluquero_id: -1 }, false],
  ['zero as professional', { peluquero_id: 0 }, true],
  ['a missing date', { fecha: undefined }, false],
  ['a date that is a number', { fecha: 20300304 }, false],
  ['a date that does not exist, which is INVALID_DATE later', { fecha: '2030-02-30' }, true],
  ['points as a number', { usar_puntos: 1 }, false],
  ['a misspelt field', { usar_punto: true }, false],
]
for (const [title, its, good] of shapes) {
  test(`${title} ${good ? 'matches' : 'does not match'} the schema of a booking`, () => {
    assert.equal(isShaped(JSON.parse(JSON.stringify({ ...body, ...its }))), good)
  })
}

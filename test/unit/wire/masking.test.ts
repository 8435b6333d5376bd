import assert from 'node:assert/strict'
import test from 'node:test'
import { maskContact, maskEmail, maskNotes, maskPhone } from '@silla/wire'

const emails: [whole: string, masked: string][] = [
  ['marta@demo.es', 'm***@d***.es'],
  ['a@mail.example.co.uk', 'a***@m***.uk'],
  ['ñoño@correo.example', 'ñ***@c***.example'],
  ['𝒶lgo@b.es', '𝒶***@b***.es'],
  ['x@localhost', 'x***@l***'],
  ['not an address', '***'],
  ['', ''],
]
for (const [whole, masked] of emails) {
  test(`${whole || 'no e-mail'} is masked as ${masked || 'an empty text'}`, () =>
    assert.equal(maskEmail(whole), masked))
}

test('of a phone only the last three digits are shown', () => {
  assert.equal(maskPhone('+34600111222'), '***222')
  assert.equal(maskPhone(''), '')
})

test('notes are masked completely', () => {
  assert.equal(maskNotes('alergia al tinte'), '***')
  assert.equal(maskNotes(''), '')
})

test('the name is not masked, so that customers recognise their booking', () => {
  assert.deepEqual(
    maskContact({ name: 'Marta Gil', email: 'marta@demo.es', phone: '+34600111222' }),
    {
      name: 'Marta Gil',
      email: 'm***@d***.es',
      phone: '***222',
    },
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const salonIn = (country: string, settings = {}) =>
  openSalon({
    settings,
    editFile: (file) => ({
      ...file,
      profile: { ...file.profile, country },
    }),
  })

let guests = 0

async function storedAs(salon: TestSalon, telefono: string, time: string) {
  const email = `guest-${++guests}@example.com`
  return dataOf(await salon.backend.book('Ana', time, { telefono, email }), 201).cliente.telefono
}

for (const [country, spellings, expected] of [
  [
    'ES',
    ['612345678', '612 34 56 78', '+34 612-34-56-78', '0034612345678', '(+34) 612.345.678'],
    '+34612345678',
  ],
  ['ES', ['912345678', '91 234 56 78'], '+34912345678'],
  ['ES', ['+971 50 123 4567', '00971501234567'], '+971501234567'],
  ['AE', ['050 123 4567', '501234567', '+971501234567', '00971501234567'], '+971501234567'],
  ['AE', ['+34 612 34 56 78'], '+34612345678'],
  ['GB', ['07400 123456', '+44 7400 123456'], '+447400123456'],
  ['US', ['(212) 555-0123', '+1 212 555 0123'], '+12125550123'],
] as const) {
  test(`D3: in ${country}, ${spellings.join(' and ')} is ${expected}`, async () => {
    const salon = await salonIn(country)
    for (const [index, spelling] of spellings.entries()) {
      assert.equal(await storedAs(salon, spelling, `1${index}:00`), expected)
    }
  })
}

test('D3: an invalid phone number for the country is rejected', async () => {
  const salon = await salonIn('ES')
  for (const telefono of [
    '12',
    '61234567',
    '+34 12',
    'teléfono',
    '+999 612345678',
    '6'.repeat(40),
    '050 123 4567',
  ]) {
    assertInvalid(await salon.guest.book('Ana', '10:00', { telefono }), 'telefono')
  }
})

test('D15: telefono_obligatorio requires a phone', async () => {
  const salon = await salonIn('ES', { phoneRequired: true })
  assert.equal(dataOf(await salon.guest.get('/negocio/')).configuracion.telefono_obligatorio, true)
  for (const telefono of [undefined, '', null, '  ']) {
    assertError(await salon.guest.book('Ana', '10:00', { telefono }), 'PHONE_REQUIRED')
  }
  dataOf(await salon.guest.book('Ana', '10:00', { telefono: '612345678' }), 201)
})

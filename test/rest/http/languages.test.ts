import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '@silla/locale'
import { testApi } from '../../support/api.ts'
import { client } from '../../support/client.ts'
import { openSalon } from '../../support/salon.ts'

const spanish = 'No encontramos ese servicio.'
const english = 'We could not find that service.'
const arabic = 'لم نعثر على هذه الخدمة.'

test('error messages follow lang, else Accept-Language, else the salon’s language', async () => {
  const { guest } = await openSalon({ settings: { mainLanguage: 'ar' } })
  const saidTo = async (query: string, accepted: string) =>
    (await guest.get(`/servicios/0/${query}`, { 'accept-language': accepted })).error.message

  assert.equal(await saidTo('?lang=es', 'en'), spanish)
  assert.equal(await saidTo('', 'en-GB,en;q=0.9'), english)
  assert.equal(await saidTo('', 'fr-FR, de;q=0.9, ES-mx;q=0.8, en;q=0.7'), spanish)
  assert.equal(await saidTo('', 'en;q=0.2, ar;q=0.9'), arabic)
  assert.equal(await saidTo('', 'en;q=0, es;q=0.1'), spanish)
  assert.equal(await saidTo('', 'fr'), arabic)
  assert.equal(await saidTo('', '*'), arabic)
  assert.equal(await saidTo('', ';;;=,,,'), arabic)
  assert.equal(await saidTo('', `en${',en'.repeat(200)}`), arabic)
})

test('before authentication error messages follow lang, else Accept-Language, else Spanish', async () => {
  const anyone = client((await testApi()).url, {})
  const said = async (path: string, accepted: string) =>
    (await anyone.get(path, { 'accept-language': accepted })).error.message

  assert.match(await said('/negocio/', 'en'), /^The API key is missing/)
  assert.match(await said('/negocio/?lang=ar', 'en'), /^مفتاح/)
  assert.match(await said('/negocio/?lang=xx', '*'), /^Falta la clave/)
  assert.match(await said('/nothing/', 'en'), /^There is nothing/)
})

test('an unknown lang is rejected on every path', async () => {
  const { guest } = await openSalon()
  for (const lang of ['fr', 'ES', '', 'es-ES', 'en&lang=es', '%00']) {
    for (const path of ['/negocio/', '/servicios/0/', '/disponibilidad/dias/']) {
      const { status, error } = await guest.get(`${path}?lang=${lang}`, { 'accept-language': 'en' })
      assert.equal(status, 400)
      assert.equal(error.code, 'VALIDATION_ERROR')
      assert.deepEqual(error.detalles, [
        { campo: 'lang', problema: `It must be one of these values: ${languages.join(', ')}.` },
      ])
    }
  }
})

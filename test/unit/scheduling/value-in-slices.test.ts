import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextPass } from 'node:timers/promises'
import fc from 'fast-check'
import { isLongValue, valueInSlices } from '../../../services/api/src/http/value-in-slices.ts'

const event = { id: 7, datos: { codigo: 'ABC', servicios: [{ nombre: 'Corte' }] } }
const events = (count: number) => Array.from({ length: count }, () => event)
const never = { pause: () => undefined }

test('a value is long by what its lists contain, at any depth', () => {
  assert.equal(isLongValue({ data: { eventos: { items: events(10) } } }), false)
  assert.equal(isLongValue({ data: { eventos: { items: events(100) } } }), true)
  assert.equal(isLongValue({ data: { dias: [{ horas: Array(201).fill('10:00') }] } }), true)
  for (const short of [null, 'text', 5, new Date(0), []]) assert.equal(isLongValue(short), false)
})

test('another request is answered between two parts of a long value', async () => {
  const log: string[] = []
  const slices = {
    async pause() {
      log.push('pause')
      await nextPass()
    },
  }
  const written = valueInSlices({ data: { eventos: events(100) } }, slices)
  await nextPass()
  log.push('request')
  await written
  assert.ok(log.indexOf('request') < log.lastIndexOf('pause'), log.join())
  assert.ok(log.filter((each) => each === 'pause').length >= 100)
})

test('the text of any value is that of JSON.stringify', async () => {
  const long = { data: { eventos: events(3_000), vacio: undefined, nada: null } }
  assert.equal(Buffer.concat(await valueInSlices(long, never)).toString(), JSON.stringify(long))
  const items = fc.array(fc.anything({ withDate: true, withNullPrototype: true }), { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(items, fc.dictionary(fc.string(), items), async (one, more) => {
      const value = { many: Array.from({ length: 250 }, () => one), more, absent: undefined }
      assert.equal(
        Buffer.concat(await valueInSlices(value, never)).toString(),
        JSON.stringify(value),
      )
    }),
  )
})

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type SampleBooking, sampleBooking } from '../../services/dev/src/sample-booking.ts'
import { testApi } from '../support/api.ts'
import { atEnd } from '../support/at-end.ts'
import { type FlakyProxy, openFlakyProxy } from '../support/flaky-proxy.ts'
import { openSalon } from '../support/salon.ts'

const unavailable = {
  status: 503,
  body: { success: false, error: { code: 'SERVICE_UNAVAILABLE', message: '' } },
}
const retries = { attempts: 3, delayMilliseconds: 1 }

let proxy: FlakyProxy
let find: () => Promise<SampleBooking | string>

before(async () => {
  const { publishableKey } = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana'] })
  proxy = await openFlakyProxy(new URL((await testApi()).url).origin)
  atEnd(proxy.close)
  const business = {
    slug: 'a',
    id: 'a',
    name: 'A',
    timezone: 'Europe/Madrid',
    takesPayments: false,
  }
  const businesses = [{ ...business, publishableKey, secretKey: '' }]
  find = () => sampleBooking(proxy.url, businesses, retries)
})

test('npm start repeats a request for its sample booking that is answered with 503', async () => {
  proxy.fail(unavailable, unavailable)
  const sample = await find()
  assert.ok(typeof sample === 'object', String(sample))
  assert.deepEqual([sample.date, sample.professional.nombre], ['2030-03-05', 'Ana'])
})

test('without a sample booking npm start prints why, and goes on', async () => {
  proxy.fail(unavailable, unavailable, unavailable)
  assert.match(
    String(await find()),
    /^There is no sample booking: GET .*\/negocio\/ returned 503 SERVICE_UNAVAILABLE\.$/,
  )
  proxy.fail({ status: 502, body: '<html>' })
  assert.match(String(await find()), /^There is no sample booking: /)
})

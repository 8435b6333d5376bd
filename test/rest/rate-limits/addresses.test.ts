import { test } from 'node:test'
import { admits, openLimited, refuses } from './limited.ts'

const exhausted = async (
  limited: Awaited<ReturnType<typeof openLimited>>,
  forwardedFor: string,
) => {
  await admits(120, () => limited.visitorAt(forwardedFor).get('/negocio/'))
  await refuses(() => limited.visitorAt(forwardedFor).get('/negocio/'))
}

test('D27: behind trusted proxies the address is the last untrusted hop', async (t) => {
  const limited = await openLimited(t)
  await exhausted(limited, '192.0.2.1')
  for (const same of [
    '203.0.113.9, 192.0.2.1',
    '192.0.2.1, 10.1.2.3',
    'x, 192.0.2.1,10.0.0.1 , 10.9.9.9',
    '::ffff:192.0.2.1',
  ])
    await refuses(() => limited.visitorAt(same).get('/negocio/'))
  for (const other of ['192.0.2.1, 203.0.113.9', '192.0.2.1, 203.0.113.9, 10.0.0.1'])
    await admits(1, () => limited.visitorAt(other).get('/negocio/'))
})

test('D27: without trusted proxies the address is the connection\u2019s, whatever headers say', async (t) => {
  const limited = await openLimited(t, { trustedProxies: [] })
  await exhausted(limited, '192.0.2.1')
  await refuses(() => limited.visitorAt('192.0.2.2').get('/negocio/'))
})

test('D27: an invalid hop in X-Forwarded-For ends the evaluation', async (t) => {
  const limited = await openLimited(t)
  await exhausted(limited, '192.0.2.1, nonsense, 10.0.0.1')
  await refuses(() => limited.visitorAt('anything, else, 10.0.0.1').get('/negocio/'))
  await admits(1, () => limited.visitorAt('10.0.0.2').get('/negocio/'))
})

test('D27: IPv6 addresses are counted by their /64 prefix, in any notation', async (t) => {
  const limited = await openLimited(t)
  await exhausted(limited, '2001:db8:0:1::1')
  for (const same of [
    '2001:db8:0:1:ffff:1:2:3',
    '2001:DB8::1:0:0:0:9',
    '2001:0db8:0000:0001::',
    '2001:db8:0:1:5::192.0.2.7',
  ])
    await refuses(() => limited.visitorAt(same).get('/negocio/'))
  for (const other of ['2001:db8:0:2::1', '2001:db8::1', '2001:db8:1:1::1'])
    await admits(1, () => limited.visitorAt(other).get('/negocio/'))
})

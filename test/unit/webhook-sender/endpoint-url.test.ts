import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LookupAddresses, resolveEndpoint } from '@silla/webhook-sender'

const publicAddress = '93.184.215.14'

const resolvesTo =
  (...addresses: string[]): LookupAddresses =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

const lookup = resolvesTo(publicAddress)

/** What is wrong with a URL, or the URL as it is called. */
async function outcomeOf(url: string, allowLoopback = false, dns = lookup) {
  const resolved = await resolveEndpoint(url, { allowLoopback, lookup: dns })
  return resolved.problem ?? resolved.url.href
}

test('D42: a public host with https is accepted, with its checked addresses', async () => {
  const dns = resolvesTo(publicAddress, '2606:2800:220:1::1')
  const resolved = await resolveEndpoint('https://till.example/events?salon=1', {
    allowLoopback: false,
    lookup: dns,
  })
  assert.ok(resolved.problem === null)
  assert.equal(resolved.url.href, 'https://till.example/events?salon=1')
  assert.deepEqual(resolved.addresses, [
    { address: publicAddress, family: 4 },
    { address: '2606:2800:220:1::1', family: 6 },
  ])
})

test('a URL is stored as it is called', async () => {
  const spellings = {
    'HTTPS://Till.Example:443/Events': 'https://till.example/Events',
    'https://till.example./': 'https://till.example/',
    'https://till.example/#top': 'https://till.example/',
    'https://bücher.example/é': 'https://xn--bcher-kva.example/%C3%A9',
    'https://münchen。example/': 'https://xn--mnchen-3ya.example/',
    'https://1572395042/': 'https://93.184.216.34/',
    'https://[2606:2800:220:1::1]/': 'https://[2606:2800:220:1::1]/',
  }
  for (const [text, href] of Object.entries(spellings)) assert.equal(await outcomeOf(text), href)
})

test('D42: each rule about URLs has its own problem', async () => {
  const problems = {
    '': 'malformed',
    'till.example/events': 'malformed',
    '/events': 'malformed',
    'https:till.example': 'malformed',
    'https:///till.example': 'malformed',
    'https:\\\\till.example': 'malformed',
    'https://': 'malformed',
    'https://.': 'malformed',
    'https://till..example/': 'malformed',
    'https://till.example../': 'malformed',
    ' https://till.example/': 'malformed',
    'https://till.exa\nmple/': 'malformed',
    'https://till.example/a b': 'malformed',
    'https://till.example/\u0000': 'malformed',
    'https://till.example:99999/': 'malformed',
    'https://1.2.3.4.5/': 'malformed',
    'https://[::1/': 'malformed',
    [`https://till.example/${'a'.repeat(2048)}`]: 'malformed',
    'http://till.example/': 'scheme',
    'ftp://till.example/': 'scheme',
    'file:///etc/passwd': 'malformed',
    'gopher://till.example/': 'scheme',
    'https://till.example:8443/': 'port',
    'https://till.example:80/': 'port',
    'https://user@till.example/': 'credentials',
    'https://user:password@till.example/': 'credentials',
    'https://:password@till.example/': 'credentials',
    'https://till.example@127.0.0.1/': 'credentials',
  }
  for (const [text, problem] of Object.entries(problems))
    assert.equal(await outcomeOf(text), problem, JSON.stringify(text))
})

test('D42: hosts that are not public are refused in every spelling', async () => {
  const hosts = [
    ...['localhost', 'LOCALHOST', 'localhost.', 'api.localhost', 'ｌｏｃａｌｈｏｓｔ'],
    ...['127.0.0.1', '127.0.0.1.', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1'],
    ...['①②⑦.⓪.⓪.①', '0', '0.0.0.0', '10.0.0.5', '172.16.0.1', '192.168.1.1', '192.168.257'],
    ...['100.64.0.1', '169.254.169.254', '0xa9fea9fe', '224.0.0.1', '255.255.255.255'],
    ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]'],
    ...['[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fd00::1]'],
    ...['[ff02::1]'],
  ]
  for (const host of hosts)
    assert.equal(await outcomeOf(`https://${host}/`), 'not_public', JSON.stringify(host))
})

test('D42: every address of a host has to be public', async () => {
  const outcome = (...addresses: string[]) =>
    outcomeOf('https://till.example/', false, resolvesTo(...addresses))
  assert.equal(await outcome('10.0.0.5'), 'not_public')
  assert.equal(await outcome(publicAddress, '10.0.0.5'), 'not_public')
  assert.equal(await outcome(publicAddress, '::1'), 'not_public')
  assert.equal(await outcome('::ffff:10.0.0.5'), 'not_public')
})

test('in development loopback hosts are allowed, with http and any port; others are not', async () => {
  for (const url of ['http://localhost:4000/', 'https://127.0.0.1:8443/a', 'http://[::1]:1/'])
    assert.equal(await outcomeOf(url, true), url)
  const localhost = await resolveEndpoint('http://localhost/', { allowLoopback: true, lookup })
  assert.ok(localhost.problem === null)
  assert.deepEqual(
    localhost.addresses.map(({ address }) => address),
    ['127.0.0.1', '::1'],
  )
  assert.equal(await outcomeOf('http://user@localhost/', true), 'credentials')
  assert.equal(await outcomeOf('ftp://localhost/', true), 'scheme')
  assert.equal(await outcomeOf('http://till.example/', true), 'scheme')
  assert.equal(await outcomeOf('https://10.0.0.5/', true), 'not_public')
  // a name that somebody else controls is never a loopback host
  const rebinding = resolvesTo('127.0.0.1')
  assert.equal(await outcomeOf('https://till.example/', true, rebinding), 'not_public')
})

test('a host without an address, and name servers without an answer, have their own problems', async () => {
  const fails = (code: string) => async () => {
    throw Object.assign(new Error(`queryA ${code}`), { code })
  }
  const outcome = (dns: LookupAddresses) => outcomeOf('https://till.example/', false, dns)
  assert.equal(await outcome(fails('ENOTFOUND')), 'not_found')
  assert.equal(await outcome(fails('ENODATA')), 'not_found')
  assert.equal(await outcome(resolvesTo()), 'not_found')
  assert.equal(await outcome(fails('ESERVFAIL')), 'lookup_failed')
  assert.equal(await outcome(fails('ECONNREFUSED')), 'lookup_failed')
})

test('a look-up that never ends is given up', async () => {
  const { promise } = Promise.withResolvers<never>()
  const resolved = await resolveEndpoint('https://till.example/', {
    allowLoopback: false,
    lookup: () => promise,
    timeoutMilliseconds: 10,
  })
  assert.deepEqual(resolved, { problem: 'lookup_failed' })
})

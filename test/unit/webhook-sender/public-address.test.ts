import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopbackAddress, isPublicAddress } from '@silla/webhook-sender'

/** First and last of each range that is not public, and what the range is. */
const notPublic: [string, string, string][] = [
  ['0.0.0.0', '0.255.255.255', 'this network'],
  ['10.0.0.0', '10.255.255.255', 'private'],
  ['100.64.0.0', '100.127.255.255', 'carrier-grade NAT'],
  ['127.0.0.0', '127.255.255.255', 'loopback'],
  ['169.254.0.0', '169.254.255.255', 'link-local, with the metadata services of clouds'],
  ['172.16.0.0', '172.31.255.255', 'private'],
  ['192.0.0.0', '192.0.0.255', 'protocol assignments'],
  ['192.0.2.0', '192.0.2.255', 'documentation'],
  ['192.31.196.0', '192.31.196.255', 'AS112'],
  ['192.52.193.0', '192.52.193.255', 'AMT'],
  ['192.88.99.0', '192.88.99.255', '6to4 relays'],
  ['192.168.0.0', '192.168.255.255', 'private'],
  ['192.175.48.0', '192.175.48.255', 'AS112'],
  ['198.18.0.0', '198.19.255.255', 'benchmarking'],
  ['198.51.100.0', '198.51.100.255', 'documentation'],
  ['203.0.113.0', '203.0.113.255', 'documentation'],
  ['224.0.0.0', '239.255.255.255', 'multicast'],
  ['240.0.0.0', '255.255.255.255', 'reserved and broadcast'],
  ['::', '::', 'unspecified'],
  ['::1', '::1', 'loopback'],
  ['::2', '::ffff:ffff', 'IPv4-compatible'],
  ['::ffff:0:0', '::ffff:255.255.255.255', 'IPv4-mapped'],
  ['::ffff:8.8.8.8', '::ffff:808:808', 'IPv4-mapped, of a public address'],
  ['::ffff:0:0:0', '::ffff:0:ffff:ffff', 'IPv4-translated'],
  ['64:ff9b::', '64:ff9b::ffff:ffff', 'NAT64'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', 'local NAT64'],
  ['100::', '100::ffff:ffff:ffff:ffff', 'discard'],
  ['200::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'not assigned'],
  ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', 'Teredo'],
  ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff', 'benchmarking'],
  ['2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff', 'ORCHID'],
  ['2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff', 'ORCHIDv2'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '6to4'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
  ['4000::', '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'not assigned'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'segment routing'],
  ['6000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'not assigned'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'unique local'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'link-local'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'site-local'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'multicast'],
]

test('D42: addresses of special-purpose ranges are not public', () => {
  for (const [first, last, range] of notPublic) {
    assert.equal(isPublicAddress(first), false, `${first}, ${range}`)
    assert.equal(isPublicAddress(last), false, `${last}, ${range}`)
  }
})

test('D42: addresses beside those ranges are public', () => {
  const neighbours = [
    ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
    ...['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
    ...['2000::', '2606:4700::1111', '2a00:1450:4003::200e', '3ffe:ffff::1'],
  ]
  for (const address of neighbours) assert.equal(isPublicAddress(address), true, address)
})

test('D42: what is no address is not public', () => {
  const others = ['', 'localhost', '8.8.8', '134744072', '0x8.8.8.8', '08.8.8.8', '8.8.8.8 ']
  for (const text of [...others, '2606:4700::1111%eth0', '[2606:4700::1111]', '256.1.1.1'])
    assert.equal(isPublicAddress(text), false, text)
})

test('only 127.0.0.0/8 and ::1 are loopback addresses', () => {
  for (const address of ['127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1'])
    assert.equal(isLoopbackAddress(address), true, address)
  for (const address of [
    '0.0.0.0',
    '128.0.0.1',
    '::',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '10.0.0.1',
  ])
    assert.equal(isLoopbackAddress(address), false, address)
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { formatDatabaseUrl, parseDatabaseUrl } from '@silla/db'

const hostsOf = (text: string) =>
  parseDatabaseUrl(text)?.hosts.map(({ host, port }) => [host, port])

test('a database URL names hosts, addresses and folders of sockets', () => {
  const cases: [string, [string, number][]][] = [
    ['postgres://silla@db.example/silla', [['db.example', 5432]]],
    ['postgresql://silla:x@10.0.0.7:6000/silla', [['10.0.0.7', 6000]]],
    ['postgres://silla@[2001:db8::1]:6000/silla', [['2001:db8::1', 6000]]],
    [
      'postgres://silla@a:5433,b/silla?sslmode=require',
      [
        ['a', 5433],
        ['b', 5432],
      ],
    ],
    [
      'postgres://silla@[::1],[::2]:5433/silla',
      [
        ['::1', 5432],
        ['::2', 5433],
      ],
    ],
    ['postgres://silla@%2Frun%2Fpostgresql/silla', [['/run/postgresql', 5432]]],
    ['postgres:///silla?host=/run/postgresql&port=5433', [['/run/postgresql', 5433]]],
    [
      'postgres://silla@/silla?host=a,b&port=1,2',
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    [
      'postgres://silla@/silla?host=a,b&port=7',
      [
        ['a', 7],
        ['b', 7],
      ],
    ],
  ]
  for (const [text, hosts] of cases) {
    assert.deepEqual(hostsOf(text), hosts, text)
    const url = parseDatabaseUrl(text)
    assert.deepEqual(url && parseDatabaseUrl(formatDatabaseUrl(url))?.hosts, url?.hosts, text)
  }
})

test('login, database and parameters survive being written and read', () => {
  const text =
    'postgres://a%40b:p%3A%2F%3F%23%25@db.example:5432/my%20data?options=-c%20role%3Dx&sslmode=require'
  const url = parseDatabaseUrl(text)
  assert.deepEqual(
    [url?.username, url?.password, url?.database, url?.parameters.get('options')],
    ['a@b', 'p:/?#%', 'my data', '-c role=x'],
  )
  assert.equal(url && formatDatabaseUrl(url), text)
})

test('what is no database URL is null', () => {
  for (const text of [
    '',
    'mysql://db.example/silla',
    'postgres:db.example',
    'postgres:///silla',
    'postgres://silla:p%ss@db.example/silla',
    'postgres://silla:p@ss@db.example/silla',
    'postgres://silla:x:y@db.example/silla',
    'postgres://silla@db.example:0/silla',
    'postgres://silla@db.example:70000/silla',
    'postgres://silla@db.example:x/silla',
    'postgres://silla@a,,b/silla',
    'postgres://silla@::1/silla',
    'postgres://silla@a/silla?host=b',
    'postgres://silla@relative%2Ffolder/silla',
  ])
    assert.equal(parseDatabaseUrl(text), null, text)
})

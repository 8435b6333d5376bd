import assert from 'node:assert/strict'
import test from 'node:test'
import { SetupError, targetDatabase } from '@silla/db'
import { databaseUrls } from '../../../db/src/setup/database-urls.ts'

test('a URL without a database, or with a maintenance database, means the database silla', () => {
  for (const path of ['', '/', '/postgres', '/template1']) {
    assert.equal(targetDatabase(`postgres://root:pw@db.example:5432${path}`), 'silla')
  }
})

test('a URL that names a database means that database', () => {
  assert.equal(
    targetDatabase('postgresql://root@db.example/salons%20of%20spain?sslmode=require'),
    'salons of spain',
  )
})

test('each program gets its own role, the same server and the same connection settings', () => {
  const urls = databaseUrls({
    prepareUrl: 'postgres://root:pw@db.example:6432/postgres?sslmode=require',
    database: 'silla',
    passwords: { api: 'a/b:c@d%', migrator: 'm' },
  })
  assert.equal(
    urls.api,
    'postgres://silla_api:a%2Fb%3Ac%40d%25@db.example:6432/silla?sslmode=require',
  )
  assert.equal(urls.listen, urls.api)
  assert.equal(urls.migrator, 'postgres://silla_migrator:m@db.example:6432/silla?sslmode=require')
  assert.equal(urls.worker, 'postgres://silla_worker@db.example:6432/silla?sslmode=require')
  assert.equal(urls.cli, 'postgres://silla_admin@db.example:6432/silla?sslmode=require')
  assert.equal(urls.prepare, 'postgres://root:pw@db.example:6432/silla?sslmode=require')
})

test('a URL that is not a PostgreSQL URL with a host is refused', () => {
  for (const text of ['', 'silla', 'mysql://root@db.example/', 'postgres:///silla']) {
    assert.throws(() => targetDatabase(text), SetupError, text)
  }
})

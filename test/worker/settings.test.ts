import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMailSettings } from '@silla/worker'
import { readSettings } from '../../services/worker/src/config.ts'

const database = { WORKER_DATABASE_URL: 'postgres://silla_worker:secret@db.example/silla' }

test('the worker requires its database, and mail settings only to send emails', () => {
  assert.deepEqual(readSettings({ ...database, SMTP_URL: '' }), {
    databaseUrl: database.WORKER_DATABASE_URL,
    mail: { smtpUrl: null, from: '' },
    processor: { live: null, test: null, apiBase: null },
    secretsKeys: null,
    loopbackEndpoints: false,
    limitsMails: true,
    staffUrl: null,
    publicUrl: null,
    logLevel: 'info',
    metrics: null,
  })
  const mail = {
    SMTP_URL: 'smtps://login:word@mail.example:465',
    MAIL_FROM: 'bookings@salons.example',
  }
  assert.deepEqual(readMailSettings(mail), { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM })
})

test('the worker reads what it needs to deliver events', () => {
  const key = Buffer.alloc(32, 'k')
  const { secretsKeys, loopbackEndpoints } = readSettings({
    ...database,
    SECRETS_KEY: key.toString('base64'),
    SILLA_LOOPBACK_ENDPOINTS: 'on',
  })
  assert.deepEqual([secretsKeys, loopbackEndpoints], [{ current: key, previous: null }, true])
})

test('a missing or invalid variable is named, without its value', () => {
  assert.throws(
    () => readSettings({}),
    /^Error: WORKER_DATABASE_URL is missing: the URL of the database/,
  )
  assert.throws(
    () => readSettings({ WORKER_DATABASE_URL: 'mysql://secret' }),
    (error: Error) => {
      assert.match(error.message, /^WORKER_DATABASE_URL is invalid/)
      return !error.message.includes('secret')
    },
  )
  assert.throws(
    () => readMailSettings({ SMTP_URL: 'smtp://mail.example' }),
    /^Error: MAIL_FROM is missing/,
  )
  assert.throws(() => readMailSettings({ SMTP_URL: 'mail.example' }), /^Error: SMTP_URL is invalid/)
  assert.throws(
    () => readMailSettings({ MAIL_FROM: 'Salon <a@b.example>' }),
    /^Error: MAIL_FROM is invalid/,
  )
})

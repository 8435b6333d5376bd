import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { addDevMail } from '../../services/dev/src/dev-mail.ts'
import { testDatabase } from '../support/database.ts'
import { runJobs } from '../support/jobs.ts'
import { openSalon } from '../support/salon.ts'

const { admin, witness } = await testDatabase()

test('D30: stored emails can be read in a browser, without their scripts and only by the same origin', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  await salon.guest.book('Ana', '10:00')
  await witness`
    update mails set payload = jsonb_set(payload, '{lines,0,professional,name}', '"<script>alert(1)</script>"')
    where business_id = ${salon.businessId}`
  await runJobs(salon)
  const [row] = await witness`select id from mails where business_id = ${salon.businessId}`
  const app = fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
  })
  addDevMail(app, admin)

  const list = await app.inject('/dev/mail')
  assert.match(list.body, new RegExp(`href="/dev/mail/${salon.slug}/${row?.id}".*Cita confirmada`))
  const email = await app.inject(`/dev/mail/${salon.slug}/${row?.id}`)
  assert.match(email.body, /BEGIN:VCALENDAR/)
  assert.match(email.body, /EventReservation/)
  // links of an email open a tab of their own, and its logo is loaded
  assert.match(
    String(email.headers['content-security-policy']),
    /img-src 'self' https: data:; .*allow-popups allow-popups-to-escape-sandbox/,
  )
  const html = await app.inject(`/dev/mail/${salon.slug}/${row?.id}/html`)
  assert.match(html.body, /&#60;script&#62;/)
  for (const { statusCode, headers, body } of [list, email, html]) {
    assert.equal(statusCode, 200)
    assert.doesNotMatch(body, /<script(?! type="application\/ld\+json">)/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox/)
    assert.equal(headers['access-control-allow-origin'], undefined)
  }
  for (const path of [`${salon.slug}/0`, `${salon.slug}/x`, 'nobody/1']) {
    assert.equal((await app.inject(`/dev/mail/${path}`)).statusCode, 404, path)
  }
  await app.close()
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roles } from '@silla/core'
import { openDatabase } from '@silla/db'
import { fastify } from 'fastify'
import { addDevStaff } from '../../services/dev/src/dev-staff.ts'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { testSecrets } from '../support/secrets.ts'

test('each role of a demo salon signs in with one click, and from no other site', async (t) => {
  const { urls } = await testDatabase()
  // the sessions are opened at real time
  const now = new Date().toISOString().slice(0, 16)
  const salon = await openSalon({ professionals: ['Ana'], timezone: 'UTC', now })
  const database = openDatabase({ url: urls.cli, name: 'silla-test-dev-staff' })
  const app = fastify()
  t.after(async () => {
    await app.close()
    await database.close()
  })
  const businesses = [{ id: salon.businessId, slug: salon.slug, name: 'Salón' }]
  addDevStaff(app, { database, staffPepper: testSecrets.staffPepper, businesses })

  const list = await app.inject('/dev/staff')
  for (const role of roles) {
    const path = `/dev/staff/${salon.slug}/${role}`
    assert.ok(list.body.includes(`href="${path}"`))
    // the second click is the same person again
    await app.inject(path)
    const { statusCode, headers } = await app.inject(path)
    assert.equal(statusCode, 303)
    assert.equal(headers.location, '/agenda')
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const browser = client((await testApi()).url, { cookie, 'sec-fetch-site': 'same-origin' })
    const { persona, negocio } = dataOf(await browser.get('/sesion/'))
    assert.equal(persona.email, `${role}@${salon.slug}.example`)
    assert.equal(negocio.negocio_id, salon.businessId)
    const headersOfSite = { 'sec-fetch-site': 'cross-site' }
    const foreign = await app.inject({ url: path, headers: headersOfSite })
    assert.equal(foreign.headers['set-cookie'], undefined)
  }
  const { witness } = await testDatabase()
  const [found] = await witness<{ count: number }[]>`
    select count(*)::int from staff person
    join registry.staff_memberships member
      on member.business_id = person.business_id and member.staff_id = person.id
        and member.email_hash = person.email_hash
    where person.business_id = ${salon.businessId}`
  assert.equal(found?.count, roles.length, 'they can sign in with a code, too')
  for (const path of ['nobody/owner', `${salon.slug}/root`])
    assert.equal((await app.inject(`/dev/staff/${path}`)).statusCode, 404)
})

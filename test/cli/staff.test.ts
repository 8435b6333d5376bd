import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog } from '@silla/core'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { openSalon } from '../support/salon.ts'
import { type RunResult, runMany } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()

test('D66: operators invite the people of a salon and list them, with entries in the audit log', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const silla = <Lines extends string[]>(...lines: Lines) =>
    runMany(
      lines.map((line) => ['staff', ...line.split(' '), '-b', salon.slug]),
      { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' },
    ) as Promise<{ [Index in keyof Lines]: RunResult }>

  const setEmail = async (email: string) => {
    await witness`
      update businesses set email = ${email}, catalog_version = catalog_version + 1
      where business_id = ${salon.businessId}`
  }
  await setEmail('')
  const [empty, noEmail] = await silla('list', 'invite --yes')
  assert.equal(empty.stdout, `${salon.slug} has no staff.\n`)
  assert.deepEqual([noEmail.code, /pass --email/.test(noEmail.stderr)], [2, true], noEmail.stderr)

  await setEmail('hola@barberia.example')
  const [dry] = await silla('invite --dry-run')
  assert.equal(dry.stdout, `Would invite hola@barberia.example to ${salon.slug} as owner.\n`)
  assert.equal((await emailsTo(salon, 'hola@barberia.example')).length, 0)
  const [unconfirmed, first, json, again, bad] = await silla(
    'invite',
    'invite --yes',
    'invite --email ana@example.com --name Ana --role professional --professional ana --json',
    'invite --email ANA@example.com --name Ana --role manager --json',
    'invite --email ana --name Ana',
  )
  assert.equal(unconfirmed.code, 2, 'the address of the salon needs a confirmation')
  assert.match(
    first.stdout,
    new RegExp(`^Invited hola@barberia\\.example to ${salon.slug} as owner \\(\\d+\\)\\.\n$`),
  )
  assert.equal((await emailsTo(salon, 'hola@barberia.example')).length, 1)
  const { person } = json.json()
  assert.deepEqual(
    [person.role, person.professional.name, person.acceptedAt],
    ['professional', 'Ana', null],
  )
  assert.doesNotMatch(json.stdout, new RegExp(salon.businessId), 'the link is in the email only')
  assert.deepEqual([again.code, again.json().error.code], [1, 'RATE_LIMIT_EXCEEDED'])
  assert.equal(bad.code, 2)

  const [list, active] = await silla('list', 'list --state active')
  assert.match(list.stdout, /^\d+ +Ana +ana@example\.com +professional +Ana +invited$/m)
  assert.equal(active.stdout, `${salon.slug} has no matching staff.\n`)

  const { entries } = await auditLog(admin, salon.slug, { action: 'staff', offset: 0, limit: 10 })
  assert.deepEqual(
    entries.map(({ action, operator, detail }) => [operator, action, detail]),
    [
      [
        'marta@desk',
        'staff.invite',
        { role: 'professional', staffId: person.id, professionalId: salon.id('Ana') },
      ],
      [
        'marta@desk',
        'staff.invite',
        { role: 'owner', staffId: entries[1]?.detail.staffId, professionalId: null },
      ],
    ],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog, permissions, tryInvitation } from '@silla/core'
import { permissionFlagOptions } from '../../cli/src/flags/role-options.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { openSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { inviteOf, joined } from '../support/staff-members.ts'
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

  const [waiting, wrong] = await silla(
    'invite --email ana@example.com --name Ana --dry-run',
    'invite --email eva@example.com --name Eva --professional Ana --dry-run --json',
  )
  assert.equal(waiting.code, 1, 'an address gets one invitation an hour')
  assert.equal(wrong.json().error.code, 'PROFESSIONAL_ALREADY_LINKED')

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

test('D66: a dry run says whether an address is taken, and writes nothing', async () => {
  const salon = await openSalon()
  const context = await staffOf(salon)
  const attempt = (email: string) => tryInvitation(context, inviteOf({ email }))
  const [before] = await witness`select count(*)::int as count from staff`
  assert.equal(await attempt('new@example.com'), null)
  assert.equal(await attempt('new@example.com'), null, 'it counts for no limit')
  const [after] = await witness`select count(*)::int as count from staff`
  assert.equal(after?.count, before?.count)
  assert.equal((await emailsTo(salon, 'new@example.com')).length, 0)
  await joined(salon, { email: 'here@example.com' })
  await assert.rejects(attempt('HERE@example.com'), { code: 'STAFF_EMAIL_TAKEN' })
})

test('D65: operators change what somebody may do, and list and end sessions', async () => {
  assert.deepEqual(permissionFlagOptions, permissions)
  const salon = await openSalon({ professionals: ['Ana'] })
  const owner = await salon.staff('owner', { email: 'lola@example.com', name: 'Lola Gil' })
  const person = await salon.staff('receptionist', { email: 'omar@example.com', name: 'Omar' })
  const silla = async <Lines extends string[]>(...lines: Lines) =>
    (await runMany(
      lines.map((line) => ['staff', ...line.split(' '), '-b', salon.slug]),
      { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' },
    )) as { [Index in keyof Lines]: RunResult }

  const [changed, plain, nothing, both, last, unknown] = await silla(
    'update omar@example.com --role manager --allow integrations --deny till.void --professional ana --json',
    `update ${person.staffId} --role-only --no-professional`,
    'update omar@example.com',
    'update omar@example.com --allow till.void --deny till.void',
    'update lola@example.com --role manager --json',
    'update nobody@example.com --role manager --json',
  )
  const { role, permissionsAdded, permissionsRemoved, professional } = changed.json().person
  assert.deepEqual(
    [role, permissionsAdded, permissionsRemoved, professional.name],
    ['manager', ['integrations'], ['till.void'], 'Ana'],
  )
  assert.equal(plain.stdout, `Updated Omar (${person.staffId}): manager.\n`)
  assert.deepEqual([nothing.code, both.code], [2, 2])
  assert.equal(last.json().error.code, 'LAST_OWNER')
  assert.equal(unknown.json().error.code, 'STAFF_NOT_FOUND')

  const [all, one, nobodys, ended, empty, everything, owners] = await silla(
    'sessions',
    `sessions omar@example.com --json`,
    `sessions omar@example.com --end ${owner.sessionId} --json`,
    `sessions omar@example.com --end ${person.sessionId}`,
    'sessions omar@example.com',
    'sessions --end-all',
    'sessions lola@example.com --end-all',
  )
  assert.match(all.stdout, /^\d+ +Lola Gil +lola@example\.com +Firefox, Linux +personal +passkey/m)
  assert.deepEqual(
    one.json().sessions.map(({ id }: { id: number }) => id),
    [person.sessionId],
  )
  assert.equal(nobodys.json().error.code, 'SESSION_NOT_FOUND')
  assert.equal(owners.stdout, 'Ended 1 session of lola@example.com.\n')
  assert.equal(ended.stdout, `Ended session ${person.sessionId} of omar@example.com.\n`)
  assert.equal(empty.stdout, 'omar@example.com has no open sessions.\n')
  assert.equal(everything.code, 2, 'of whom?')

  const { entries } = await auditLog(admin, salon.slug, { action: 'staff', offset: 0, limit: 10 })
  assert.deepEqual(
    entries.map(({ action, detail }) => [action, detail]),
    [
      ['staff.sessions', { staffId: owner.staffId }],
      ['staff.sessions', { staffId: person.staffId, endedSessionId: person.sessionId }],
      [
        'staff.update',
        {
          staffId: person.staffId,
          changes: {
            professionalId: { before: salon.id('Ana'), after: null },
            permissionsAdded: { before: ['integrations'], after: [] },
            permissionsRemoved: { before: ['till.void'], after: [] },
          },
        },
      ],
      [
        'staff.update',
        {
          staffId: person.staffId,
          changes: {
            role: { before: 'receptionist', after: 'manager' },
            professionalId: { before: null, after: salon.id('Ana') },
            permissionsAdded: { before: [], after: ['integrations'] },
            permissionsRemoved: { before: [], after: ['till.void'] },
          },
        },
      ],
    ],
  )
})

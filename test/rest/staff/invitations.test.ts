import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptInvitation, inviteStaff, listStaff } from '@silla/core'
import { Refusal } from '@silla/errors'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { runJobs } from '../../support/jobs.ts'
import { openSalon } from '../../support/salon.ts'
import { staffOf } from '../../support/staff.ts'
import {
  invited,
  inviteOf,
  joined,
  requestOf,
  secrets,
  tokenFor,
} from '../../support/staff-members.ts'

const { witness } = await testDatabase()
const salon = await openSalon({ professionals: ['Ana', 'Bea'] })
const other = await openSalon({ professionals: ['Zoe'] })

const refused = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof Refusal, String(error))
  return error
}
const codeOf = async (work: Promise<unknown>): Promise<string> => (await refused(work)).code
const minutesLater = (minutes: number) =>
  salon.clock.set(new Date(salon.clock.now().getTime() + minutes * 60_000))
const accept = async (token: string, at = salon) =>
  (await acceptInvitation(await staffOf(at), secrets, { token, deviceName: 'Test' })).person
const memberships = (staffId: number) => witness`
  select email_hash from registry.staff_memberships where staff_id = ${staffId}`

test('D66: an invitation is an email with a link that works once and confirms the email', async () => {
  const person = await invited(salon, { email: ' Lola@Example.com '.trim() })
  assert.deepEqual(
    [person.role, person.acceptedAt, person.language, person.professional],
    ['owner', null, 'es', null],
  )
  assert.deepEqual(person.invitationExpiresAt, new Date('2030-03-11T07:00:00Z'))
  assert.equal((await memberships(person.id)).length, 0, 'the email is not confirmed yet')

  const token = await tokenFor(salon, 'Lola@Example.com')
  assert.match(token, new RegExp(`^${salon.businessId}\\.[\\w-]{43}$`))
  const accepted = await accept(token)
  assert.deepEqual(
    [accepted.id, accepted.acceptedAt, accepted.invitationExpiresAt],
    [person.id, salon.clock.now(), null],
  )
  const [membership] = await memberships(person.id)
  assert.equal(membership?.emailHash.length, 32)
  assert.equal(await codeOf(accept(token)), 'INVITATION_USED')
  const [stored] = await witness`select * from staff_invitations where staff_id = ${person.id}`
  assert.ok(!JSON.stringify(stored).includes(token.split('.')[1] ?? ''), 'only its hash is stored')
})

test('the email about an invitation has its link, and fails where the address of the pages is not known', async () => {
  const person = await invited(salon, {
    email: 'mail@example.com',
    language: 'en',
    role: 'manager',
  })
  await runJobs(salon, { mayFail: true, staffUrl: null })
  const [failed] = await witness`
    select state, last_error from mails where to_email = ${person.email}`
  assert.deepEqual([failed?.state, /STAFF_URL/.test(failed?.lastError)], ['waiting', true])
  const token = await tokenFor(salon, person.email)
  await runJobs(salon, { again: true })
  const [kept] = await witness`
    select state, text_body, subject from mails where to_email = ${person.email}`
  assert.equal(kept?.state, 'kept')
  assert.match(kept?.subject, /^You are invited to the team of /)
  assert.ok(kept?.textBody.includes(`https://staff.example/equipo/invitacion/#${token}`))
  assert.match(kept?.textBody, /Manager/)
})

test('an invitation that expired, was replaced, guessed, or is of another salon is refused', async () => {
  const { id, email } = await invited(salon, { email: 'late@example.com' })
  const first = await tokenFor(salon, email)
  const guessed = `${salon.businessId}.${'A'.repeat(43)}`
  const foreign = first.replace(salon.businessId, other.businessId)
  for (const token of [guessed, '', first.slice(0, -1), `${first}A`, 'x'.repeat(10_000)])
    assert.equal(await codeOf(accept(token)), 'INVITATION_INVALID', token.slice(0, 90))
  assert.equal(await codeOf(accept(first, other)), 'INVITATION_INVALID')
  assert.equal(await codeOf(accept(foreign, other)), 'INVITATION_INVALID')

  minutesLater(7 * 24 * 60)
  assert.equal(await codeOf(accept(first)), 'INVITATION_EXPIRED')
  const renewed = await invited(salon, { email, role: 'receptionist' })
  assert.deepEqual([renewed.id, renewed.role, renewed.version], [id, 'receptionist', 2])
  assert.equal(await codeOf(accept(first)), 'INVITATION_INVALID', 'a newer one replaced it')
  assert.equal((await accept(await tokenFor(salon, email))).id, id)
})

test('an address gets one invitation an hour, whatever salon sends it, and nothing is half done', async () => {
  const [before] = await witness`select count(*)::int as count from staff`
  await invited(salon, { email: 'busy@example.com' })
  for (const [at, email] of [
    [salon, 'busy@example.com'],
    [salon, 'Busy+two@example.com'],
    [other, 'BUSY@example.com'],
  ] as const) {
    const error = await refused(invited(at, { email }))
    assert.deepEqual([error.code, error.headers?.['retry-after']], ['RATE_LIMIT_EXCEEDED', '3600'])
  }
  const [after] = await witness`select count(*)::int as count from staff`
  assert.equal(after?.count, before?.count + 1)
  const token = await tokenFor(salon, 'busy@example.com')
  minutesLater(59)
  assert.equal(await codeOf(invited(other, { email: 'busy@example.com' })), 'RATE_LIMIT_EXCEEDED')
  assert.equal((await accept(token)).email, 'busy@example.com', 'the first link still works')
  minutesLater(1)
  assert.equal((await invited(other, { email: 'busy@example.com' })).acceptedAt, null)
  assert.equal((await emailsTo(other, 'busy@example.com')).length, 1)
})

test('two invitations of one address at the same moment are one', async () => {
  const context = await staffOf(salon)
  const invite = () => inviteStaff(context, inviteOf({ email: 'race@example.com' }))
  const outcomes = await Promise.allSettled([invite(), invite(), invite()])
  const done = outcomes.filter(({ status }) => status === 'fulfilled')
  assert.equal(done.length, 1)
  const [sent] = await witness`
    select count(*)::int as count from mails where to_email = 'race@example.com'`
  assert.equal(sent?.count, 1)
})

test('who works here is not invited again; an agenda belongs to one person', async () => {
  await joined(salon, {
    email: 'ana@example.com',
    role: 'professional',
    professionalId: salon.id('Ana'),
  })
  const again = { email: 'ANA@example.com', role: 'receptionist' } as const
  assert.equal(await codeOf(invited(salon, again)), 'STAFF_EMAIL_TAKEN')
  const linked = { email: 'bea@example.com', professionalId: salon.id('Ana') }
  assert.equal(await codeOf(invited(salon, linked)), 'PROFESSIONAL_ALREADY_LINKED')
  for (const professionalId of [1, other.id('Zoe')])
    assert.equal(
      await codeOf(invited(salon, { ...linked, professionalId })),
      'PROFESSIONAL_NOT_FOUND',
    )
  const bea = await invited(salon, { ...linked, professionalId: salon.id('Bea') })
  assert.deepEqual(bea.professional, { id: salon.id('Bea'), name: 'Bea' })
})

test('nobody gives what they do not have, and only owners make owners', async () => {
  const manager = await joined(salon, { email: 'manager@example.com', role: 'manager' })
  const invite = async (email: string, role: 'owner' | 'manager' | 'receptionist') =>
    inviteStaff(await requestOf(salon, manager), inviteOf({ email, role }))
  assert.equal(await codeOf(invite('boss@example.com', 'owner')), 'OWNER_REQUIRED')
  assert.equal((await invite('second@example.com', 'manager')).role, 'manager')

  // a pending owner stays an owner
  await invited(salon, { email: 'pending@example.com' })
  minutesLater(60)
  assert.equal(await codeOf(invite('pending@example.com', 'receptionist')), 'OWNER_REQUIRED')

  await witness`
    update staff set permissions_removed = '{bookings.manage}' where id = ${manager.id}`
  const error = await refused(invite('third@example.com', 'receptionist'))
  assert.deepEqual(
    [error.code, error.extra?.permission],
    ['PERMISSION_REQUIRED', 'bookings.manage'],
    'what they may do is read again',
  )
  await witness`update staff set role = 'receptionist' where id = ${manager.id}`
  assert.equal(
    (await refused(invite('fourth@example.com', 'receptionist'))).extra?.permission,
    'staff.manage',
  )
  const visitor = { ...(await staffOf(salon)), identity: { kind: 'business' } as const }
  assert.equal(
    await codeOf(inviteStaff(visitor, inviteOf({ email: 'x@example.com' }))),
    'INSUFFICIENT_SCOPE',
    'the secret key',
  )
})

test('people are listed by name, in pages, without those of another salon', async () => {
  const small = await openSalon()
  const context = await staffOf(small)
  for (const name of ['Zoe', 'Abel', 'Lola'])
    await invited(small, { name, email: `${name}@small.example` })
  const page = { state: null, offset: 0, limit: 10 } as const
  const { people, total } = await listStaff(context, page)
  assert.deepEqual(
    people.map(({ name }) => name),
    ['Abel', 'Lola', 'Zoe'],
  )
  assert.equal(total, 3)
  assert.deepEqual((await listStaff(context, { ...page, offset: 3 })).people, [])
  assert.equal((await listStaff(context, { ...page, state: 'active' })).total, 0)
})

test('a salon has at most 300 people and sends at most 100 invitations a day', async () => {
  const full = await openSalon()
  const { businessId } = full
  const now = full.clock.now()
  await witness`
    insert into staff (business_id, name, email, email_key, role, language, invited_at)
    select ${businessId}, 'A', n || '@x.example', n || '@x.example', 'receptionist', 'es', ${now}
    from generate_series(1, 300) as n`
  assert.equal(await codeOf(invited(full, { email: 'more@example.com' })), 'STAFF_LIMIT_REACHED')
  await witness`
    insert into mails (business_id, kind, to_email, language, payload, cause, created_at)
    select ${businessId}, 'staff_invitation', 'a@x.example', 'es', '{}', 'test ' || n, ${now}
    from generate_series(1, 100) as n`
  assert.equal(await codeOf(invited(full, { email: '1@x.example' })), 'RATE_LIMIT_EXCEEDED')
})

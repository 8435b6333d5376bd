import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  allow,
  effectivePermissions,
  type Identity,
  type Permission,
  permissions,
  refusalFor,
  roles,
  type StaffIdentity,
  sensitivePermissions,
} from '@silla/core'
import { Refusal } from '@silla/errors'
import { permissionWords, roleWords } from '@silla/wire'

// Roles, and what they may do.

const now = new Date('2030-03-04T10:00:00Z')
const realClock = { now: () => now }

function member(part: Partial<StaffIdentity> = {}): StaffIdentity {
  return {
    kind: 'staff',
    staffId: 1,
    sessionId: 1,
    permissions: effectivePermissions('owner'),
    professionalId: null,
    passkeyAt: now,
    device: 'personal',
    isOwner: true,
    ...part,
  }
}

const refusal = (identity: Identity, permission: Permission) =>
  refusalFor({ identity, realClock }, permission)

test('D65: a role has these permissions', () => {
  const has = (role: (typeof roles)[number]) => {
    const given = effectivePermissions(role)
    return permissions.filter((one) => given.has(one)).join(' ')
  }
  assert.equal(has('owner'), permissions.join(' '))
  assert.deepEqual(
    permissions.filter((one) => !effectivePermissions('manager').has(one)),
    ['settings.payments', 'integrations'],
  )
  assert.equal(
    has('receptionist'),
    'agenda.own agenda.all bookings.manage customers.view customers.contact customers.notes till.charge',
  )
  assert.equal(
    has('professional'),
    'agenda.own bookings.manage customers.view customers.notes reports.own',
  )
})

test('permissions are added to a role and removed from it; a wide one includes the narrow one', () => {
  const given = effectivePermissions(
    'professional',
    ['agenda.all', 'reports.salon'],
    ['agenda.own'],
  )
  assert.ok(given.has('agenda.own'), 'who sees all agendas sees their own')
  assert.ok(given.has('reports.own'))
  assert.ok(!effectivePermissions('receptionist', [], ['till.charge']).has('till.charge'))
})

test('D61: a sensitive permission needs a passkey of the last 15 minutes, on their own device', () => {
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  for (const permission of permissions) {
    const isSensitive = sensitivePermissions.has(permission)
    const expected = isSensitive ? 'STEP_UP_REQUIRED' : null
    assert.equal(refusal(member(), permission), null, permission)
    assert.equal(refusal(member({ passkeyAt: minutesAgo(14) }), permission), null, permission)
    assert.equal(refusal(member({ passkeyAt: minutesAgo(15) }), permission), expected, permission)
    assert.equal(refusal(member({ passkeyAt: null }), permission), expected, permission)
    assert.equal(refusal(member({ device: 'desk' }), permission), expected, permission)
  }
})

test('an error about a permission names it', () => {
  const identity = member({ permissions: effectivePermissions('professional') })
  assert.throws(
    () => allow({ identity, realClock }, 'till.void'),
    (error) => error instanceof Refusal && error.extra?.permission === 'till.void',
  )
  assert.equal(refusal(identity, 'till.void'), 'PERMISSION_REQUIRED')
})

test('a secret key has every permission but those over people; a visitor has none', () => {
  for (const permission of permissions) {
    assert.equal(
      refusal({ kind: 'business' }, permission),
      permission === 'staff.manage' ? 'INSUFFICIENT_SCOPE' : null,
    )
    assert.equal(refusal({ kind: 'visitor' }, permission), 'INSUFFICIENT_SCOPE')
  }
})

test('each permission and role has a word of its own on the wire', () => {
  assert.equal(new Set(Object.values(permissionWords)).size, permissions.length)
  assert.equal(new Set(Object.values(roleWords)).size, roles.length)
})

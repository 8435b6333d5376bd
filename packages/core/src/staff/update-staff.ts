import { mailQueries, staffQueries, staffSessionQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { Language } from '../catalog/catalog.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import { type Permission, type Role, roles } from '../model/permissions.ts'
import type { StaffMember } from '../model/staff.ts'
import type { RequestContext } from '../request-context.ts'
import { storedStaffId } from '../stored-json.ts'
import {
  assertMayGive,
  assertMayManage,
  assertOwnerStays,
  assertProfessionalFree,
  lockStaffAs,
} from './acting-staff.ts'
import { staffIn } from './find-staff.ts'
import { permissionsOf } from './staff-member.ts'

/** The changes to a person; null leaves a field unchanged. */
export interface StaffUpdate {
  id: number
  name: string | null
  role: Role | null
  /** Whose agenda is their own; `none`: they are no professional. */
  professionalId: number | 'none' | null
  /** Of emails to them. */
  language: Language | null
  /** What they may do beyond their role, all of it; likewise the next. */
  permissionsAdded: readonly Permission[] | null
  permissionsRemoved: readonly Permission[] | null
  /** The version of the person that the caller has seen; null: whichever it is. */
  version: number | null
}

/**
 * Changes a person of the salon (D65, D66). What they may do from now on holds within a second in their
 * open sessions, and another role ends those at shared devices (D64); a request that runs meanwhile ends with what it began with, except one that changes
 * people. Who may do something else from now on gets an email. An owner has every permission: nothing is added to the role or removed from it.
 *
 * @throws as `allow` without `staff.manage`; STAFF_NOT_FOUND, also for who was deactivated;
 *   OWNER_REQUIRED when somebody else changes an owner or makes one, or raises their own role;
 *   VERSION_CONFLICT; OWNER_PERMISSIONS_FIXED; PERMISSION_REQUIRED for a permission that the caller does
 *   not have; LAST_OWNER; PROFESSIONAL_NOT_FOUND, PROFESSIONAL_ALREADY_LINKED
 */
export async function updateStaff(
  context: RequestContext,
  update: StaffUpdate,
): Promise<StaffMember> {
  allow(context, 'staff.manage')
  return context.tenant.db.transaction(async (tx) => {
    await withIdempotency(context, tx, storedStaffId, () => writeUpdate(tx, context, update))
    return staffIn(tx, update.id)
  })
}

async function writeUpdate(
  tx: Tx,
  context: RequestContext,
  update: StaffUpdate,
): Promise<{ id: number }> {
  const { id } = update
  const acting = await lockStaffAs(context, tx)
  const before = await staffIn(tx, id)
  if (before.deactivatedAt !== null) fail('STAFF_NOT_FOUND')
  const after = changed(before, update)
  assertMayManage(acting, [before.role, after.role])
  if (acting.id === id && rankOf(after.role) > rankOf(before.role)) fail('OWNER_REQUIRED')
  if (update.version !== null && update.version !== before.version) fail('VERSION_CONFLICT')
  assertMayGive(acting, { before: permissionsOf(before), after: permissionsOf(after) })
  if (after.role !== 'owner') await assertOwnerStays(tx, before)
  if (after.professionalId !== (before.professional?.id ?? null))
    await assertProfessionalFree(tx, after.professionalId, id)
  await staffQueries.updateStaff(tx, after)
  if (after.role !== before.role)
    await staffSessionQueries.updateDeskSessionsEnded(tx, {
      staffId: id,
      now: context.realClock.now(),
    })
  await staffSessionQueries.notifyStaffChanged(tx)
  await informOfRights(tx, before, after, context.realClock.now())
  if (context.auditedChange) context.auditedChange.more = { changes: auditedChanges(before, after) }
  return { id }
}

type Changed = staffQueries.UpdatedStaff &
  Pick<StaffMember, 'role' | 'permissionsAdded' | 'permissionsRemoved'>

function changed(before: StaffMember, update: StaffUpdate): Changed {
  const { professionalId } = update
  const role = update.role ?? before.role
  const isOwner = role === 'owner'
  const given = [...(update.permissionsAdded ?? []), ...(update.permissionsRemoved ?? [])]
  if (isOwner && given.length > 0) fail('OWNER_PERMISSIONS_FIXED')
  const list = (wanted: readonly Permission[] | null, own: Permission[]): Permission[] =>
    isOwner ? [] : [...(wanted ?? own)]
  return {
    id: before.id,
    name: update.name ?? before.name,
    role,
    professionalId:
      professionalId === null
        ? (before.professional?.id ?? null)
        : professionalId === 'none'
          ? null
          : professionalId,
    language: update.language ?? before.language,
    permissionsAdded: list(update.permissionsAdded, before.permissionsAdded),
    permissionsRemoved: list(update.permissionsRemoved, before.permissionsRemoved),
  }
}

/** An email to a person who may do something else from now on; who has not accepted has an invitation. */
async function informOfRights(
  tx: Tx,
  before: StaffMember,
  after: Changed,
  now: Date,
): Promise<void> {
  const rightsOf = (person: StaffMember | Changed) => [...permissionsOf(person)].sort().join()
  if (before.acceptedAt === null) return
  if (before.role === after.role && rightsOf(before) === rightsOf(after)) return
  await mailQueries.requestMail(tx, {
    kind: 'staff_role_changed',
    to: before.email,
    language: after.language,
    payload: { name: after.name, role: after.role, at: now.toISOString() },
    cause: `staff_role_changed:${before.id}:${before.version + 1}`,
    now,
  })
}

/** The higher, the more people a role is above. */
const rankOf = (role: Role): number => -roles.indexOf(role)

/** Fields that differ, before and after; of a name only that it does, because it is personal. */
function auditedChanges(before: StaffMember, after: Changed): object {
  const values = (person: StaffMember | Changed, professionalId: number | null) => ({
    role: person.role,
    professionalId,
    language: person.language,
    permissionsAdded: person.permissionsAdded,
    permissionsRemoved: person.permissionsRemoved,
  })
  const old: Record<string, unknown> = values(before, before.professional?.id ?? null)
  const changes = Object.entries(values(after, after.professionalId)).flatMap(([field, value]) =>
    JSON.stringify(value) === JSON.stringify(old[field])
      ? []
      : [[field, { before: old[field], after: value }] as const],
  )
  return { ...Object.fromEntries(changes), ...(before.name !== after.name && { name: true }) }
}

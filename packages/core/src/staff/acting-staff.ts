import { calendarQueries, staffQueries, type Tx } from '@silla/db'
import { fail, Refusal } from '@silla/errors'
import { type Permission, permissions, type Role } from '../model/permissions.ts'
import type { StaffMember } from '../model/staff.ts'
import type { RequestContext } from '../request-context.ts'
import { permissionsOf, staffStateOf, toStaffMember } from './staff-member.ts'

/** Who changes the people of a salon. */
export interface ActingStaff {
  /** null: platform staff */
  id: number | null
  isOwner: boolean
  permissions: ReadonlySet<Permission>
}

/**
 * Locks the salon's staff until the transaction ends, and reads the caller again: what they may do can
 * have changed since their request began.
 *
 * @throws PERMISSION_REQUIRED when they may no longer manage staff
 */
export async function lockStaffAs({ identity }: RequestContext, tx: Tx): Promise<ActingStaff> {
  await staffQueries.lockStaff(tx)
  if (identity.kind !== 'staff')
    return { id: null, isOwner: true, permissions: new Set(permissions) }
  const [row] = await staffQueries.findStaff(tx, identity.staffId)
  const caller = row && row.deactivatedAt === null ? toStaffMember(row) : null
  const given: ReadonlySet<Permission> = caller ? permissionsOf(caller) : new Set()
  assertHas(given, ['staff.manage'])
  return { id: identity.staffId, isOwner: caller?.role === 'owner', permissions: given }
}

/**
 * Locks the salon's staff and reads the caller again, who can have been deactivated since the request
 * began.
 *
 * @throws PERMISSION_REQUIRED, OWNER_REQUIRED when they own the salon no more
 */
export async function lockAsOwner(context: RequestContext, tx: Tx): Promise<void> {
  const { isOwner } = await lockStaffAs(context, tx)
  if (!isOwner) fail('OWNER_REQUIRED')
}

/** @throws OWNER_REQUIRED when somebody else makes or changes an owner */
export function assertMayManage(acting: ActingStaff, roles: readonly Role[]): void {
  if (roles.includes('owner') && !acting.isOwner) fail('OWNER_REQUIRED')
}

/**
 * Nobody gives permissions that they do not have.
 *
 * @throws PERMISSION_REQUIRED, which names the first one that the caller lacks
 */
export function assertMayGive(
  acting: ActingStaff,
  { before, after }: { before: ReadonlySet<Permission>; after: ReadonlySet<Permission> },
): void {
  assertHas(
    acting.permissions,
    [...after].filter((permission) => !before.has(permission)),
  )
}

/**
 * One owner who has accepted always stays.
 *
 * @throws LAST_OWNER when this person is the only one
 */
export async function assertOwnerStays(tx: Tx, person: StaffMember): Promise<void> {
  if (person.role !== 'owner' || staffStateOf(person) !== 'active') return
  const [others] = await staffQueries.countOtherOwners(tx, person.id)
  if ((others?.count ?? 0) === 0) fail('LAST_OWNER')
}

function assertHas(given: ReadonlySet<Permission>, needed: readonly Permission[]): void {
  const missing = needed.find((permission) => !given.has(permission))
  if (missing !== undefined)
    throw new Refusal('PERMISSION_REQUIRED', { extra: { permission: missing } })
}

/**
 * The professional whose agenda becomes somebody's own.
 *
 * @param staffId whose it may be already; null: a new person's
 * @throws PROFESSIONAL_NOT_FOUND, PROFESSIONAL_ALREADY_LINKED
 */
export async function assertProfessionalFree(
  tx: Tx,
  professionalId: number | null,
  staffId: number | null,
): Promise<void> {
  if (professionalId === null) return
  const [professional] = await calendarQueries.shareActiveProfessional(tx, professionalId)
  if (!professional) fail('PROFESSIONAL_NOT_FOUND')
  const [linked] = await staffQueries.findStaffOfProfessional(tx, professionalId)
  if (linked && linked.id !== staffId) fail('PROFESSIONAL_ALREADY_LINKED')
}

/**
 * What a member of staff may do in a salon (D65). A permission whose name is `all`, `salon` or
 * `contact` includes the narrower one beside it (`includedPermissions`).
 */
export const permissions = [
  'agenda.own',
  'agenda.all',
  'bookings.manage',
  'customers.view',
  'customers.contact',
  'customers.notes',
  'customers.health',
  'customers.export',
  'till.charge',
  'till.discount',
  'till.void',
  'reports.own',
  'reports.salon',
  'settings.schedule',
  'settings.catalog',
  'settings.business',
  'settings.payments',
  'staff.manage',
  'integrations',
] as const

export type Permission = (typeof permissions)[number]

export const roles = ['owner', 'manager', 'receptionist', 'professional'] as const

export type Role = (typeof roles)[number]

/** What each role may do before permissions are added or removed. */
const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissions,
  manager: permissions.filter((one) => one !== 'settings.payments' && one !== 'integrations'),
  receptionist: [
    'agenda.own',
    'agenda.all',
    'bookings.manage',
    'customers.view',
    'customers.contact',
    'customers.notes',
    'till.charge',
  ],
  // without `agenda.all` every permission ends at their own agenda
  professional: [
    'agenda.own',
    'bookings.manage',
    'customers.view',
    'customers.notes',
    'reports.own',
  ],
}

/**
 * Permissions that need a passkey which was used a short time ago (D61): those that let somebody in,
 * take data or money out, or cannot be undone.
 */
export const sensitivePermissions: ReadonlySet<Permission> = new Set<Permission>([
  'customers.export',
  'till.void',
  'settings.payments',
  'staff.manage',
  'integrations',
])

/** A secret key has all permissions but those over people and their sessions. */
export const isGivenToKeys = (permission: Permission): boolean => permission !== 'staff.manage'

/**
 * What support may do in a salon (D66): nothing sensitive, so that it neither lets anybody in nor takes
 * data or money out, no discounts, and no health data.
 */
export const supportPermissions: ReadonlySet<Permission> = new Set(
  permissions.filter(
    (one) =>
      !sensitivePermissions.has(one) && one !== 'customers.health' && one !== 'till.discount',
  ),
)

/** The narrower permission that one includes. */
export const includedPermissions = {
  'agenda.all': 'agenda.own',
  'customers.contact': 'customers.view',
  'reports.salon': 'reports.own',
} as const satisfies Partial<Record<Permission, Permission>>

/** What somebody may do: their role's permissions, with those added and without those removed. */
export function effectivePermissions(
  role: Role,
  added: readonly Permission[] = [],
  removed: readonly Permission[] = [],
): ReadonlySet<Permission> {
  const given = new Set([...rolePermissions[role], ...added])
  for (const permission of removed) given.delete(permission)
  for (const permission of given) {
    const included = (includedPermissions as Partial<Record<Permission, Permission>>)[permission]
    if (included !== undefined) given.add(included)
  }
  return given
}

/** The same on a device that the salon shares: at most what a receptionist may do (D64). */
export const permissionsAtDesk = (own: ReadonlySet<Permission>): ReadonlySet<Permission> =>
  new Set(rolePermissions.receptionist.filter((permission) => own.has(permission)))

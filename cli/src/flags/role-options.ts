/** As `--role` takes them; the roles of the core, which only its commands load. */
export const roleFlagOptions = ['owner', 'manager', 'receptionist', 'professional'] as const

/** The permissions, likewise. */
export const permissionFlagOptions = [
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

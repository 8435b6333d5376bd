/** As `--role` takes them; the roles of the core, which only its commands load. */
export const roleFlagOptions = ['owner', 'manager', 'receptionist', 'professional'] as const

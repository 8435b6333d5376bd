import type { ChangedSetting } from '@silla/core'
import { serializeChangedSetting, serializeSetting } from '@silla/wire'
import type { OperationContext } from './operation.ts'

/** What operations that read a setting have in common. */
export const read = { tag: 'Settings', weight: 'list', respond: serializeSetting } as const

/** What operations that change a setting have in common. */
export const change = {
  tag: 'Settings',
  weight: 'list',
  idempotent: true,
  simulated: true,
  respond: (changed: ChangedSetting, _context: OperationContext, input: { simulated: boolean }) =>
    serializeChangedSetting(changed, input),
} as const

/** Every change of a setting. */
export const changeErrors = {
  MANAGED_BY_FILE: 'the salon file says `managed_by: file`',
  CATALOG_TOO_LARGE: 'more than 500 professionals, 2,000 services or 25,000 pairs of them',
} as const

/** A change of a setting that exists. */
export const editErrors = {
  MANAGED_BY_FILE: changeErrors.MANAGED_BY_FILE,
  VERSION_CONFLICT: 'it has another `version`; `error.actual` is the setting as it is now',
  WOULD_ORPHAN_BOOKINGS:
    'upcoming bookings would lose something, unless `permitir_huerfanas`; `error.reservas` lists at most 50',
} as const

/**
 * A change of settings of which some decide about money.
 *
 * @param permission what the others need of a member of staff
 */
export const paymentErrors = (permission: string) =>
  ({
    PERMISSION_REQUIRED: `a member of staff without \`${permission}\`, or without \`ajustes.cobros\` for settings of payments; \`permiso\` names it`,
    STEP_UP_REQUIRED:
      'settings of payments, and a member of staff who has not used a passkey for 15 minutes',
  }) as const

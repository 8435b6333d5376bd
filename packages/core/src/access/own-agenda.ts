import { Refusal } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'

type Caller = Pick<RequestContext, 'identity'>

/**
 * The professional to whose agenda the caller is limited (D65); null: to none. It is a condition of
 * the statements that read records of the salon. Staff without `agenda.all` who are no professional
 * are limited to 0, which is nobody's id.
 */
export const ownProfessionalId = ({ identity }: Caller): number | null =>
  identity.kind !== 'staff' || identity.permissions.has('agenda.all')
    ? null
    : (identity.professionalId ?? 0)

/** The same for reports: to whose work they are limited without `reports.salon`. */
export const reportedProfessionalId = ({ identity }: Caller): number | null =>
  identity.kind !== 'staff' || identity.permissions.has('reports.salon')
    ? null
    : (identity.professionalId ?? 0)

/**
 * For what a member of staff plans: those who are limited to one agenda plan with that person only.
 *
 * @param professionalIds null: anyone who is free
 * @throws PERMISSION_REQUIRED that names `agenda.all`
 */
export function assertOwnAgenda(caller: Caller, professionalIds: readonly (number | null)[]): void {
  const own = ownProfessionalId(caller)
  if (own !== null && professionalIds.some((id) => id !== own))
    throw new Refusal('PERMISSION_REQUIRED', { extra: { permission: 'agenda.all' } })
}

/**
 * Whose agenda is read: that of the professional who is named, else the caller's own or everybody's.
 *
 * @param professionalId null: nobody is named
 * @returns null: everybody's
 * @throws PERMISSION_REQUIRED that names `agenda.all`, when it is somebody else's
 */
export function readableAgenda(caller: Caller, professionalId: number | null): number | null {
  if (professionalId !== null) assertOwnAgenda(caller, [professionalId])
  return professionalId ?? ownProfessionalId(caller)
}

/** Whether the caller, who may read a record, may also read the email and the phone in it. */
export const seesContacts = ({ identity }: Caller): boolean =>
  identity.kind !== 'staff' || identity.permissions.has('customers.contact')

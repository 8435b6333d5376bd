import { type AuditedAction, auditRequest } from '../auth/audit.ts'
import { rootFields } from './operation-fields.ts'
import type { Resolvers } from './resolver-types.ts'

/** Those of the operations. */
const operationActions = Object.fromEntries(
  rootFields.flatMap(({ graphql, audit }) => (audit === undefined ? [] : [[graphql.field, audit]])),
)

/** As the configuration of their REST routes: null where it is the customer who changes something. */
const actions: Readonly<Record<string, AuditedAction | null>> = {
  crear_reserva: 'bookings.create',
  cancelar_reserva: 'bookings.cancel',
  reprogramar_reserva: 'bookings.reschedule',
  confirmar_reserva: 'bookings.confirm',
  completar_reserva: 'bookings.complete',
  marcar_no_show: 'bookings.no-show',
  reembolsar_reserva: 'payments.refund',
  ...operationActions,
}

/**
 * The resolvers, of which the mutations record what a secret key changes.
 *
 * @throws Error when a mutation is added without its action
 */
export function withAuditedMutations({ Mutation = {}, ...others }: Resolvers): Resolvers {
  const audited = Object.entries(Mutation).map(([name, resolve]) => {
    const action = actions[name]
    if (action === undefined)
      throw new Error(`${name} needs an action in audited-mutations.ts, for the audit log`)
    const withAudit: typeof resolve = (parent, args, context) => {
      if (action !== null) auditRequest(context.request, action, args)
      return resolve(parent, args, { ...context, ...context.request.context })
    }
    return [name, withAudit]
  })
  return { ...others, Mutation: Object.fromEntries(audited) }
}

import { type AuditedAction, auditRequest } from '../auth/audit.ts'
import { rootFields } from './operation-fields.ts'
import type { Resolvers } from './resolver-types.ts'

/** By field; null: it is the customer who changes something. */
const actions: Readonly<Record<string, AuditedAction | null>> = Object.fromEntries(
  rootFields.flatMap(({ graphql, audit }) => (audit === undefined ? [] : [[graphql.field, audit]])),
)

/**
 * The resolvers, of which the mutations record what a secret key changes.
 *
 * @throws Error for a mutation that is no operation
 */
export function withAuditedMutations({ Mutation = {}, ...others }: Resolvers): Resolvers {
  const audited = Object.entries(Mutation).map(([name, resolve]) => {
    const action = actions[name]
    if (action === undefined)
      throw new Error(`${name} is not an operation, and has no action for the audit log`)
    const withAudit: typeof resolve = (parent, args, context) => {
      if (action !== null) auditRequest(context.request, action, args)
      return resolve(parent, args, { ...context, ...context.request.context })
    }
    return [name, withAudit]
  })
  return { ...others, Mutation: Object.fromEntries(audited) }
}

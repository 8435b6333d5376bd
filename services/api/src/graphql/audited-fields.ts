import { type AuditedAction, auditRequest } from '../auth/audit.ts'
import { rootFields } from './operation-fields.ts'
import type { Resolver, Resolvers } from './resolver-types.ts'

/** By field; null: it is the customer who changes something. */
const actions: Readonly<Record<string, AuditedAction | null>> = Object.fromEntries(
  rootFields.flatMap(({ graphql, audit }) => (audit === undefined ? [] : [[graphql.field, audit]])),
)

/**
 * The resolvers, of which the mutations record what a secret key changes, and a query that reads health
 * data that it was read.
 *
 * @throws Error for a mutation that is no operation
 */
export function withAuditedFields({ Mutation = {}, Query = {}, ...others }: Resolvers): Resolvers {
  for (const name of Object.keys(Mutation)) {
    if (actions[name] === undefined)
      throw new Error(`${name} is not an operation, and has no action for the audit log`)
  }
  return { ...others, Query: audited(Query, true), Mutation: audited(Mutation, false) }
}

/** @param isQuery the other fields of the request have the context that they had */
const audited = (fields: Record<string, Resolver>, isQuery: boolean): Record<string, Resolver> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, resolve]) => {
      const action = actions[name]
      return [name, action ? withAudit(resolve, action, isQuery) : resolve]
    }),
  )

function withAudit(resolve: Resolver, action: AuditedAction, isQuery: boolean): Resolver {
  return (parent, args, context) => {
    const { request } = context
    const before = request.context
    auditRequest(request, action, args)
    const result = resolve(parent, args, { ...context, ...request.context })
    if (isQuery) request.context = before
    return result
  }
}

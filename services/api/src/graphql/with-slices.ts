import type { Resolver, Resolvers } from './resolver-types.ts'

/** The resolvers, of which those of fields in lists, which are many, run in slices. */
export function withSlices(resolvers: Resolvers): Resolvers {
  const types = Object.entries(resolvers).map(([type, fields]) => {
    if (rootTypes.has(type)) return [type, fields]
    const sliced = Object.entries(fields).map(([name, resolve]): [string, Resolver] => [
      name,
      (parent, args, context) => context.slices.run(() => resolve(parent, args, context)),
    ])
    return [type, Object.fromEntries(sliced)]
  })
  return Object.fromEntries(types)
}

const rootTypes: ReadonlySet<string> = new Set(['Query', 'Mutation'])

import type { GraphqlContext } from './context.ts'

/** Arguments of a field, of the types that the schema says. */
export type Args = Readonly<Record<string, unknown>>

/** By type and field: from what is above a field, its arguments and the request to its value. */
export type Resolvers = Record<string, Record<string, Resolver>>

// biome-ignore lint/suspicious/noExplicitAny: what is above a field is whatever the resolver of that type gave
type Resolver = (parent: any, args: Args, requested: GraphqlContext) => unknown

/**
 * A resolver for all the fields of one name that were met on one level, asked once for all of them.
 */
export type Loaders = Record<string, Record<string, Loader>>

export type Loader = (
  // biome-ignore lint/suspicious/noExplicitAny: as above
  questions: { obj: any; params: Args }[],
  requested: GraphqlContext,
) => Promise<unknown[]>

import type { GraphqlContext } from './context.ts'

/** The arguments of a field, with the types of the schema. Absent and null mean the same. */
export type Args = Readonly<Record<string, unknown>>

/** Resolvers by type and field. */
export type Resolvers = Record<string, Record<string, Resolver>>

// biome-ignore lint/suspicious/noExplicitAny: the parent is what the resolver of that type returned
export type Resolver = (parent: any, args: Args, context: GraphqlContext) => unknown

/** Batch resolvers by type and field: one call for all fields of that name on one level. */
export type Loaders = Record<string, Record<string, Loader>>

export type Loader = (
  // biome-ignore lint/suspicious/noExplicitAny: as above
  fields: { obj: any; params: Args }[],
  context: GraphqlContext,
) => Promise<unknown[]>

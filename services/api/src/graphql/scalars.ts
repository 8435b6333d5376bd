import { GraphQLError, Kind } from 'graphql'

/**
 * D29: a plain `Int` has 32 bits, and dates and times are texts in the formats of REST, read by the
 * same readers.
 */
export const scalarTypes = `"A number up to 2^53 that names a record"
scalar Id

"A date, YYYY-MM-DD"
scalar Fecha

"A time of day, HH:MM, in the time zone of the business"
scalar Hora

"An instant, ISO 8601 in UTC"
scalar Momento`

/** Any whole number may be asked for; whether it names anything is the resolver's to find out. */
export const scalars = {
  Id: {
    serialize: (value: unknown) => value,
    parseValue: (value: unknown) => (Number.isSafeInteger(value) ? value : refuseId()),
    parseLiteral: (node: { kind: string; value?: unknown }) =>
      node.kind === Kind.INT && Number.isSafeInteger(Number(node.value))
        ? Number(node.value)
        : refuseId(),
  },
}

function refuseId(): never {
  throw new GraphQLError('An Id is a whole number below 2^53.')
}

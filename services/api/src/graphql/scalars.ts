import { GraphQLError, Kind } from 'graphql'

/**
 * D29: an `Int` of GraphQL has 32 bits, too few for an id. Dates and times are texts in the formats
 * of REST, parsed by the same functions.
 */
export const scalarTypes = `"The id of a record, an integer below 2^53"
scalar Id

"A date, YYYY-MM-DD"
scalar Fecha

"A time of day, HH:MM, in the time zone of the business"
scalar Hora

"An instant, ISO 8601 in UTC"
scalar Momento`

/** Any integer is accepted; resolvers find out whether it is the id of a record. */
export const scalars = {
  Id: {
    serialize: (value: unknown) => value,
    parseValue: (value: unknown) => (Number.isSafeInteger(value) ? value : rejectId()),
    parseLiteral: (node: { kind: string; value?: unknown }) =>
      node.kind === Kind.INT && Number.isSafeInteger(Number(node.value))
        ? Number(node.value)
        : rejectId(),
  },
}

function rejectId(): never {
  throw new GraphQLError('An Id is a whole number below 2^53.')
}

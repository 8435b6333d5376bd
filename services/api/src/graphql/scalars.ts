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
scalar Momento

"An object whose fields depend on where it is, as in REST"
scalar JSON`

/**
 * The scalars accept values of the right type: any integer is an id, and any string a date. The
 * resolvers find out whether it is the id of a record, and whether the date exists.
 */
export const scalars = {
  Fecha: textScalar('Fecha', 'YYYY-MM-DD'),
  Hora: textScalar('Hora', 'HH:MM'),
  Momento: textScalar('Momento', 'ISO 8601'),
  JSON: { serialize: (value: unknown) => value },
  Id: {
    serialize: (value: unknown) => value,
    parseValue: (value: unknown) => (Number.isSafeInteger(value) ? value : rejectId()),
    parseLiteral: (node: { kind: string; value?: unknown }) =>
      node.kind === Kind.INT && Number.isSafeInteger(Number(node.value))
        ? Number(node.value)
        : rejectId(),
  },
}

function textScalar(name: string, format: string) {
  return {
    serialize: (value: unknown) => value,
    parseValue: (value: unknown) => (typeof value === 'string' ? value : reject()),
    parseLiteral: (node: { kind: string; value?: unknown }) =>
      node.kind === Kind.STRING ? node.value : reject(),
  }

  function reject(): never {
    throw new GraphQLError(`A ${name} is a string, ${format}.`)
  }
}

function rejectId(): never {
  throw new GraphQLError('An Id is a whole number below 2^53.')
}

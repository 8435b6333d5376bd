import { Type } from 'typebox'
import { Value } from 'typebox/value'

// What Silla sends to list templates; Meta's filters are errors here.

const TemplatesQuery = Type.Object(
  {
    fields: Type.Literal('name,language,status'),
    limit: Type.String({ pattern: '^[1-9]\\d{0,2}$' }),
    after: Type.Optional(Type.String({ pattern: '^[\\w=+/-]{1,500}$' })),
  },
  { additionalProperties: false },
)

/** @returns what is wrong with a query that does not have the form of the endpoint, as a sentence */
export function readTemplatesQuery(
  query: unknown,
): { limit: number; after: string | null } | string {
  if (Value.Check(TemplatesQuery, query))
    return { limit: Number(query.limit), after: query.after ?? null }
  const [error] = Value.Errors(TemplatesQuery, query)
  const path = (error?.instancePath ?? '').slice(1)
  return `Param ${path || 'of the query'} is not valid`
}

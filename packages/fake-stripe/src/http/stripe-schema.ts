import { readFileSync } from 'node:fs'

/** The part of JSON Schema that the types of parameters need. */
export interface Schema {
  type?: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null'
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  /** The values of a map; false: only the named properties. */
  additionalProperties?: Schema | false
}

/** Generated from the types of Stripe's library by npm run stripe-schema. */
interface StripeSchema {
  /** The API version of the library. */
  apiVersion: string
  /** The parameters of each endpoint in `operations.ts`. */
  params: Record<string, Schema>
  /** The `object` of each response, or of the objects in its list. */
  responses: Record<string, { object: string; isList: boolean }>
  /** The fields of each type of object that a request may expand, with the types of the result. */
  expandable: Record<string, Record<string, string[]>>
}

const file = new URL('../../stripe-schema.json', import.meta.url)

export const stripeSchema: StripeSchema = JSON.parse(readFileSync(file, 'utf8'))

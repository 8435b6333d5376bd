import { MessageSenderError } from '@silla/core'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/**
 * @returns the value, which has the shape of the schema
 * @throws MessageSenderError `unknown`; the message names the first wrong field and contains no value
 */
export function checkShape<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (Value.Check(schema, value)) return value
  const [error] = Value.Errors(schema, value)
  const absent = error?.keyword === 'required' ? error.params.requiredProperties : []
  const path = [...(error?.instancePath.split('/') ?? []), ...absent].filter((part) => part !== '')
  throw new MessageSenderError(`malformed content: ${path.join('.') || 'no object'}`, 'unknown', '')
}

import { languages } from '@silla/locale'
import type { TSchema } from 'typebox'

/** Arguments of assistants alone. */
export const keyArgument = 'clave'
export const previewArgument = 'confirmacion'
export const languageArgument = 'lang'

const schema = (keywords: Record<string, unknown>) => keywords as unknown as TSchema

export const idSchema = (description: string) =>
  schema({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description })
export const proofSchema = (description: string) =>
  schema({ type: 'string', maxLength: 200, description })
export const pageSchemas = {
  page: schema({ type: 'integer', minimum: 1, description: 'Page; absent: the whole list' }),
  page_size: schema({ type: 'integer', minimum: 1, maximum: 100, description: 'Items per page' }),
}
export const keySchema = schema({
  type: 'string',
  minLength: 8,
  maxLength: 100,
  description:
    'A new random text, such as a UUID, for each time that you want to hold. Send the same one only to ' +
    'repeat a call whose answer you did not get',
})
export const previewSchema = schema({
  type: 'string',
  maxLength: 100,
  description: 'What the preview of the same change has returned as `confirmacion`',
})
export const languageSchema = schema({
  type: 'string',
  enum: languages,
  description:
    'Language of the texts, and of the e-mails about what is booked: the one in which the customer writes',
})

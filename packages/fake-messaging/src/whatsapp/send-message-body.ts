import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

// What Silla sends of the Cloud API's messages: templates with parameters of their body. The API has
// more types of messages; here they are errors.

const strict = { additionalProperties: false }

/** Without line breaks, tabs and more than four spaces in a row. */
const Parameter = Type.Object(
  {
    type: Type.Literal('text'),
    text: Type.String({ pattern: '^(?!.* {5})[^\\n\\r\\t]+$', maxLength: 1024 }),
  },
  strict,
)

const SendMessageBody = Type.Object(
  {
    messaging_product: Type.Literal('whatsapp'),
    recipient_type: Type.Optional(Type.Literal('individual')),
    to: Type.String({ pattern: '^\\+?[1-9]\\d{6,14}$' }),
    type: Type.Literal('template'),
    template: Type.Object(
      {
        name: Type.String({ pattern: '^[a-z0-9_]{1,512}$' }),
        language: Type.Object(
          {
            policy: Type.Literal('deterministic'),
            code: Type.String({ pattern: '^[a-z]{2,3}(_[A-Z]{2})?$' }),
          },
          strict,
        ),
        components: Type.Optional(
          Type.Array(
            Type.Object(
              { type: Type.Literal('body'), parameters: Type.Array(Parameter, { minItems: 1 }) },
              strict,
            ),
            { maxItems: 1 },
          ),
        ),
      },
      strict,
    ),
    biz_opaque_callback_data: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
  },
  strict,
)

export type SendMessageBody = Static<typeof SendMessageBody>

/** @returns the code and details of Meta's error for a body that does not have the form of the endpoint */
export function readSendMessageBody(
  body: unknown,
): SendMessageBody | { invalid: number; details: string } {
  if (Value.Check(SendMessageBody, body)) return body
  const [error] = Value.Errors(SendMessageBody, body)
  const path = (error?.instancePath ?? '').slice(1).replaceAll('/', '.')
  if (error?.keyword === 'required')
    return {
      invalid: 131008,
      details: `Parameter ${[path, ...error.params.requiredProperties].filter(Boolean).join('.')} is required`,
    }
  // the schema of what is not allowed is `false`
  if (error?.keyword === 'boolean') return { invalid: 100, details: `Unexpected key ${path}` }
  return { invalid: 100, details: `Param ${path || 'body'} is not valid` }
}

import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

// The parameters of Twilio's Messages resource that Silla sends. Twilio has more, and ignores those
// that it does not know; here they are errors.

const phone = '\\+[1-9]\\d{6,14}'
/** A name of letters, digits and spaces with at least one letter. */
const name = '(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}'
const shortCode = '\\d{3,8}'

const CreateMessageForm = Type.Object(
  {
    To: Type.String({ pattern: `^${phone}$` }),
    From: Type.String({ pattern: `^(${phone}|${shortCode}|${name})$` }),
    Body: Type.String({ minLength: 1, maxLength: 1600 }),
    StatusCallback: Type.Optional(Type.String({ pattern: '^https?://[^\\s/_]+/\\S*$' })),
    // one second to ten hours
    ValidityPeriod: Type.Optional(
      Type.String({
        pattern: '^([1-9]\\d{0,3}|[12]\\d{4}|3[0-5]\\d{3}|36000)$',
      }),
    ),
  },
  { additionalProperties: false },
)

export type CreateMessageForm = Static<typeof CreateMessageForm>

/** @returns the code of Twilio's error for a form that does not have the form of the endpoint */
export function readCreateMessageForm(
  form: unknown,
): CreateMessageForm | { invalid: number; field: string } {
  if (Value.Check(CreateMessageForm, form)) return form
  const [error] = Value.Errors(CreateMessageForm, form)
  if (error?.keyword === 'required') {
    const [field = ''] = error.params.requiredProperties
    return { invalid: missingCodes[field] ?? 20422, field }
  }
  const field = error?.instancePath.slice(1) ?? ''
  // the schema of what is not allowed is `false`
  if (error?.keyword === 'boolean') return { invalid: 20001, field }
  const isTooLong = error?.keyword === 'maxLength'
  return { invalid: isTooLong ? 21617 : (invalidCodes[field] ?? 20422), field }
}

const missingCodes: Record<string, number> = { To: 21604, From: 21603, Body: 21602 }
const invalidCodes: Record<string, number> = {
  To: 21211,
  From: 21212,
  Body: 21602,
  StatusCallback: 21609,
}

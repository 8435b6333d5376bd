import type { Owner } from '../collection.ts'
import { wrongParameter } from '../stripe-error.ts'
import type { Operations } from './operations.ts'

/**
 * Refuses combinations of parameters that each have the right type: Stripe's documentation states
 * these rules, the types of its library do not.
 *
 * @throws StripeApiError 400
 */
export function assertCombination(
  operation: keyof Operations,
  params: Record<string, unknown>,
  owner: Owner,
): void {
  for (const names of [['starting_after', 'ending_before'], ...(exclusive[operation] ?? [])]) {
    const given = names.filter((name) => params[name] !== undefined)
    if (given.length > 1)
      throw wrongParameter(
        given[0] ?? '',
        `You may only specify one of these parameters: ${names.join(', ')}.`,
      )
  }
  const early = (onlyWithConfirm[operation] ?? []).find((name) => params[name] !== undefined)
  if (early !== undefined && params.confirm !== true)
    throw wrongParameter(
      early,
      `You provided the parameter ${early}, which can only be used with confirm=true.`,
    )
  if (params.application_fee_amount !== undefined && owner === null)
    throw wrongParameter(
      'application_fee_amount',
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
    )
  assertMetadata(params.metadata)
}

const exclusive: { [Name in keyof Operations]?: (keyof Operations[Name]['params'] & string)[][] } =
  {
    'POST /v1/payment_intents': [
      ['customer', 'customer_account'],
      ['automatic_payment_methods', 'confirmation_method'],
      ['allowed_payment_method_types', 'excluded_payment_method_types'],
      ['payment_method', 'payment_method_data', 'confirmation_token'],
    ],
    'POST /v1/refunds': [['charge', 'payment_intent']],
    'GET /v1/events': [['type', 'types']],
  }

const onlyWithConfirm: {
  [Name in keyof Operations]?: (keyof Operations[Name]['params'] & string)[]
} = {
  'POST /v1/payment_intents': [
    'error_on_requires_action',
    'mandate',
    'mandate_data',
    'off_session',
    'return_url',
  ],
}

/** 50 keys of up to 40 characters, with values of up to 500. */
function assertMetadata(metadata: unknown): void {
  const entries = Object.entries(metadata ?? {})
  const wrong = (message: string) => wrongParameter('metadata', message)
  if (entries.length > 50)
    throw wrong(`Metadata can have up to 50 keys, but you passed in ${entries.length} keys.`)
  for (const [key, value] of entries) {
    if (key.length > 40)
      throw wrong(
        `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
      )
    const { length } = String(value ?? '')
    if (length > 500)
      throw wrong(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${length} characters. Invalid value: ${value}`,
      )
  }
}

import { ProcessorError } from '@silla/core'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'

// The parts of Stripe's objects that Silla reads. Responses and events are checked against them,
// because a proxy, another API version or a forged body may contain anything.

/**
 * @returns the value, which has the shape of the schema
 * @throws ProcessorError `unsure`; the message names the first wrong field and contains no value
 */
export function checkShape<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (Value.Check(schema, value)) return value
  const [error] = Value.Errors(schema, value)
  const absent = error?.keyword === 'required' ? error.params.requiredProperties : []
  const path = [...(error?.instancePath.split('/') ?? []), ...absent].filter((part) => part !== '')
  throw new ProcessorError('unsure', `malformed content: ${path.join('.') || 'no object'}`)
}

/** A page of a list; its members are checked one by one. */
export const checkPage = (page: unknown): Static<typeof PageShape> => checkShape(PageShape, page)

/** The ID of an object that Stripe sends whole or as an ID; empty when there is none. */
export const refOf = (object: string | { id: string } | null | undefined): string =>
  typeof object === 'string' ? object : (object?.id ?? '')

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** Absent or null: both mean that there is none. */
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema))

/** An ID of Stripe; longer ones do not fit into a database index. */
export const Ref = Type.String({ pattern: '^[A-Za-z0-9_]{1,255}$' })

/** The database cannot store the character NUL. */
const Text = Type.String({ pattern: '^[^\\u0000]*$', maxLength: 5000 })

/** In the smallest unit of the currency. */
const Amount = Type.Integer({ minimum: 0, maximum: 1e12 })

const CurrencyCode = Type.String({ pattern: '^[a-z]{3}$' })

/** Since 1970, before the year 10000. */
const Seconds = Type.Integer({ minimum: 0, maximum: 253_402_300_799 })

/** Another object, or only its ID. */
const reference = <Schema extends TSchema>(schema: Schema) => Type.Union([Ref, schema])
const Referenced = reference(Type.Object({ id: Ref }))

const Metadata = Type.Record(Type.String(), Type.String())

/** A card; an event brings only its ID. */
const MethodShape = reference(
  Type.Object({
    id: Ref,
    card: optional(
      Type.Object({
        brand: Text,
        last4: Type.String({ pattern: '^[0-9]{4}$' }),
        exp_month: Type.Integer({ minimum: 1, maximum: 12 }),
        exp_year: Type.Integer({ minimum: 1970, maximum: 9999 }),
      }),
    ),
  }),
)

export const IntentShape = Type.Object({
  id: Ref,
  status: Text,
  amount: Amount,
  amount_received: Amount,
  currency: CurrencyCode,
  created: Seconds,
  metadata: optional(Metadata),
  client_secret: optional(Text),
  customer: optional(Referenced),
  setup_future_usage: optional(Text),
  payment_method: optional(MethodShape),
  latest_charge: optional(
    reference(
      Type.Object({
        id: Ref,
        amount_refunded: Amount,
        disputed: optional(Type.Boolean()),
        receipt_url: optional(Text),
      }),
    ),
  ),
  last_payment_error: optional(
    Type.Object({
      type: optional(Text),
      code: optional(Text),
      decline_code: optional(Text),
      message: optional(Text),
    }),
  ),
})

export const SetupShape = Type.Object({
  id: Ref,
  status: Text,
  metadata: optional(Metadata),
  client_secret: optional(Text),
  customer: optional(Referenced),
  payment_method: optional(MethodShape),
  last_setup_error: optional(
    Type.Object({
      type: optional(Text),
      code: optional(Text),
      decline_code: optional(Text),
      message: optional(Text),
    }),
  ),
})

/** `charge.refunded` brings a charge. */
export const ChargeShape = Type.Object({
  amount_refunded: Amount,
  payment_intent: optional(Referenced),
})

export const RefundShape = Type.Object({
  id: Ref,
  amount: Amount,
  status: optional(Text),
  failure_reason: optional(Text),
  /** `insufficient_funds`: Stripe sends it when the account's balance covers it. */
  pending_reason: optional(Text),
  metadata: optional(Metadata),
  payment_intent: optional(Referenced),
})

export const DisputeShape = Type.Object({
  id: Ref,
  amount: Amount,
  reason: Text,
  status: Text,
  payment_intent: optional(Referenced),
  evidence_details: optional(Type.Object({ due_by: optional(Seconds) })),
  livemode: Type.Optional(Type.Boolean()),
})

/** Negative: it leaves the balance, or is given back. */
const SignedAmount = Type.Integer({ minimum: -1e12, maximum: 1e12 })

export const BalanceEntryShape = Type.Object({
  id: Ref,
  amount: SignedAmount,
  fee: SignedAmount,
  fee_details: Type.Array(Type.Object({ amount: SignedAmount, type: Text })),
  net: SignedAmount,
  currency: CurrencyCode,
  created: Seconds,
  description: optional(Text),
  reporting_category: Text,
  /** What has moved the money: a charge, a refund and a dispute name their payment. */
  source: optional(reference(Type.Object({ payment_intent: optional(Referenced) }))),
})

export const PayoutShape = Type.Object({
  id: Ref,
  amount: SignedAmount,
  currency: CurrencyCode,
  status: Text,
  arrival_date: Seconds,
  created: Seconds,
  failure_code: optional(Text),
  failure_message: optional(Text),
  reconciliation_status: optional(Text),
})

export const CustomerShape = Type.Object({ id: Ref, metadata: optional(Metadata) })

const AccountRef = Type.String({ pattern: '^acct_[A-Za-z0-9]{1,100}$' })

export const AccountShape = Type.Object({
  id: AccountRef,
  requirements: optional(
    Type.Object({
      entries: optional(Type.Array(Type.Object({ awaiting_action_from: Text, description: Text }))),
    }),
  ),
  configuration: optional(
    Type.Object({
      merchant: optional(
        Type.Object({
          capabilities: optional(
            Type.Object({ card_payments: optional(Type.Object({ status: Text })) }),
          ),
        }),
      ),
    }),
  ),
})

const WalletShape = Type.Object({ status: Text })

export const DomainShape = Type.Object({
  id: Ref,
  domain_name: Text,
  enabled: Type.Boolean(),
  apple_pay: WalletShape,
  google_pay: WalletShape,
})

export const AccountLinkShape = Type.Object({ url: Text })

export const WebhookEndpointShape = Type.Object({
  id: Ref,
  url: Text,
  status: Text,
  api_version: optional(Text),
  enabled_events: Type.Array(Text),
  secret: optional(Text),
})

const PageShape = Type.Object({ data: Type.Array(Type.Unknown()), has_more: Type.Boolean() })

export const EventDestinationShape = Type.Object({
  id: Ref,
  type: Text,
  event_payload: Text,
  enabled_events: Type.Array(Text),
  status: Text,
  webhook_endpoint: optional(Type.Object({ signing_secret: optional(Text), url: optional(Text) })),
})

/** `charge.refunded`, `v2.core.account[requirements].updated` */
const EventType = Type.String({ pattern: '^[A-Za-z0-9_.[\\]]{1,255}$' })

/** An event that contains its object, of a version 1 endpoint. */
export const EventShape = Type.Object({
  id: Ref,
  type: EventType,
  account: optional(AccountRef),
  livemode: Type.Boolean(),
  created: Seconds,
  data: Type.Object({ object: Type.Unknown() }),
})

/** `2030-03-04T08:00:00.000Z` */
const utcTime =
  '^[12]\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3])(:[0-5]\\d){2}([.]\\d{1,9})?Z$'

/** An event that only names its object, of a version 2 event destination. */
export const ThinEventShape = Type.Object({
  id: Ref,
  type: EventType,
  livemode: Type.Boolean(),
  created: Type.String({ pattern: utcTime }),
  related_object: optional(Type.Object({ id: Ref, type: Text })),
})

import { Type } from 'typebox'

// The parts of the Cloud API's responses and callbacks that Silla reads. Meta adds fields and types of
// messages at any time: only what is read is checked.

/** `wamid.` and base64. */
const MessageId = Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' })

export const AcceptedShape = Type.Object({
  messages: Type.Array(Type.Object({ id: MessageId }), { minItems: 1 }),
})

export const ErrorShape = Type.Object({ error: Type.Object({ code: Type.Integer() }) })

export const TemplatesShape = Type.Object({
  data: Type.Array(
    Type.Object({ name: Type.String(), language: Type.String(), status: Type.String() }),
  ),
  paging: Type.Optional(
    Type.Object({
      cursors: Type.Optional(Type.Object({ after: Type.Optional(Type.String()) })),
      /** Absent on the last page. */
      next: Type.Optional(Type.String()),
    }),
  ),
})

/** Seconds since 1970, as text. */
const Timestamp = Type.String({ pattern: '^\\d{1,11}$' })

/** The database cannot store the character NUL. */
const Text = Type.String({ pattern: '^[^\\u0000]*$', maxLength: 10_000 })

export const StatusShape = Type.Object({
  id: MessageId,
  status: Type.String(),
  timestamp: Timestamp,
  biz_opaque_callback_data: Type.Optional(Text),
  errors: Type.Optional(Type.Array(Type.Object({ code: Type.Integer() }))),
})

export const InboundShape = Type.Object({
  id: MessageId,
  /** Without the plus sign; absent when the customer hides the number. */
  from: Type.Optional(Type.String({ pattern: '^[1-9]\\d{6,14}$' })),
  timestamp: Timestamp,
  type: Type.String(),
  text: Type.Optional(Type.Object({ body: Text })),
  /** A button of a template. */
  button: Type.Optional(Type.Object({ text: Text })),
})

export const ValueShape = Type.Object({
  metadata: Type.Object({ phone_number_id: Type.String({ pattern: '^\\d{5,30}$' }) }),
  statuses: Type.Optional(Type.Array(Type.Unknown())),
  messages: Type.Optional(Type.Array(Type.Unknown())),
})

export const CallbackShape = Type.Object({
  object: Type.String(),
  entry: Type.Array(
    Type.Object({
      changes: Type.Array(Type.Object({ field: Type.String(), value: Type.Unknown() })),
    }),
  ),
})
